import type { Entity, Star, UniverseState } from '../../domain/model/state.js';
import { finish, inSteps, type Steps } from '../../domain/model/steps.js';
import { bounded, placeOnOrbit } from './orbit.js';
import type { Vector } from './rotation.js';
import { standardBody } from './units.js';

const STEP_PLACES = 512;

/** In km from the origin of the universe. */
export interface Position extends Vector {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
}

/**
 * The positions of all bodies at `t` seconds, in the order of the state. A root is at its offset; a root with an orbit
 * orbits the origin.
 */
export function ephemeris(state: UniverseState, t: number): Position[] {
  return finish(ephemerisSteps(Object.values(state.stars), t, state.units));
}

/** The same in steps, for all bodies or for those with the ids. */
export function* ephemerisSteps(
  bodies: readonly Entity[],
  t: number,
  unit?: UniverseState['units'],
  ids?: readonly string[],
): Steps<Position[]> {
  const byId = new Map<string, Star>();
  yield* inSteps(bodies, body => {
    byId.set(body.id, standardBody(body as Star, unit));
  });
  const places = new Map<string, Position>();
  const wanted = ids === undefined ? byId.keys() : new Set(ids);
  const found: Position[] = [];
  let steps = 0;
  for (const id of wanted) {
    // Parents before their children. Iterative, because a chain may be as long as the state.
    const line = unplacedLine(byId, id, places);
    for (let next = line.pop(); next !== undefined; next = line.pop()) {
      const parent = next.parentId === null ? undefined : places.get(next.parentId);
      places.set(next.id, absolute(next, parent, t));
      if (++steps % STEP_PLACES === 0) yield;
    }
    const place = places.get(id);
    if (place !== undefined) found.push(place);
  }
  return found;
}

function unplacedLine(
  byId: ReadonlyMap<string, Star>,
  id: string,
  places: ReadonlyMap<string, Position>,
): Star[] {
  const line: Star[] = [];
  let next = byId.get(id);
  while (next !== undefined && !places.has(next.id)) {
    line.push(next);
    next = next.parentId === null ? undefined : byId.get(next.parentId);
  }
  return line;
}

function absolute(body: Star, parent: Position | undefined, t: number): Position {
  const { id, name, parentId } = body;
  const own = placeOnOrbit(body, t);
  if (parent === undefined) return { id, name, parentId, ...own };
  return {
    id,
    name,
    parentId,
    x: bounded(parent.x + own.x),
    y: bounded(parent.y + own.y),
    z: bounded(parent.z + own.z),
  };
}
