import type { Universes } from '../service/universes.js';

const MAX_NAMED = 5;
const MAX_ID = 40;

/** What a model needs before its first call, in less than a kilobyte. The universes are those at the moment. */
export async function universeInstructions(universes: Pick<Universes, 'list'>): Promise<string> {
  const heads = await universes.list({ limit: MAX_NAMED + 1 });
  const ids = heads.map(({ id }) => id).filter(id => id.length <= MAX_ID);
  const named = ids.slice(0, MAX_NAMED).join(', ');
  return [
    'Universes of bodies on Kepler orbits; each command makes a revision.',
    `There are: ${named === '' ? 'none' : named}${heads.length > MAX_NAMED ? ', …' : ''}; resources/list has all. "sol" is the solar system.`,
    'Begin with get_universe_state {"universeId":"sol","summary":true}. It filters (where, sort, fields), gives positions',
    '(at, positionsOf, from), changes (since) and pictures (picture). Bodies: id or name. Answers: 64 KiB unless maxBytes.',
    'Units: km, kg, s, radians; units "scene": degrees, own lengths. Time 0 is J2000.0, 2000-01-01T12:00:00 TDB.',
    'Axes: x to the equinox, y north of the ecliptic, -z 90° east of x.',
    'send_universe_command changes; dryRun shows the effect, {"type":"undo"} undoes, "batch" sends several commands at once.',
    'list_universe_commands lists commands and compound forms.',
  ].join('\n');
}
