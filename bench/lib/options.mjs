/** The command line of the bench. */
import { parseArgs } from 'node:util';

export const MEASURES =
  'tools-call idle-sessions subscribers stdio credentials universe unity unreal frames godot agents'.split(
    ' ',
  );
export const SERVERS = 'bare worldwire mcp-lite tmcp fastmcp sdk-v1 sdk-v2 sdk-v1-parsed sdk-v2-parsed'.split(
  ' ',
);
const SMOKE_SERVERS = ['bare', 'worldwire', 'sdk-v1'];

export const HELP = `npm run bench [-- options]

  --only NAME,…   only these servers (${SERVERS.join(', ')})
                  and, if any is named, only these measures (${MEASURES.join(', ')})
  --seconds N     length of each measured run (default 1.5; loop of a scene 6, Godot 2)
  --smoke         one short run of bare, worldwire and sdk-v1, of every credential and wire, and of a small universe, scene and project, and of
                  Godot if it is installed: checks that every answer is correct
  --check         exit with 1 if a goal is missed
  --help          this text

A whole run writes bench/results.json and the tables of docs/performance.md; --smoke and --only write nothing.
`;

/**
 * Sizes are numbers of bodies or objects, smallest first. Rounds are many and short: a shared machine is slower for seconds
 * at a time, and what is compared must meet the same seconds.
 */
const FULL = {
  rounds: 6,
  seconds: 1.5,
  warmupSeconds: 1.5,
  connections: 32,
  sessions: 1_000,
  subscribers: 1_000,
  credentials: { rounds: 6, seconds: 1.5, warmupSeconds: 0.5 },
  universe: {
    stores: ['sqlite', 'postgres'],
    sizes: [100, 10_000, 100_000],
    readSize: 10_000,
    readers: 8,
    rounds: 5,
    seconds: 1.5,
    warmupSeconds: 0.4,
  },
  unity: {
    sizes: [100, 10_000, 50_000],
    rounds: 5,
    seconds: 1.5,
    warmupSeconds: 0.4,
    readers: 32,
    writers: 4,
    loopRounds: 3,
    // Long enough for some frames beyond the 99th percentile; the server remembers ten seconds.
    loopSeconds: 6,
  },
  unreal: { packages: 5_000, rounds: 3, repeats: 5 },
  frames: { inFlight: 32, rounds: 5, seconds: 1.5, warmupSeconds: 0.4 },
  godot: { inFlight: 16, rounds: 5, seconds: 2, warmupSeconds: 0.5 },
  agents: { packages: 5_000 },
};

const SHORT = { rounds: 1, seconds: 1, warmupSeconds: 0.2 };
const SHORT_WIRE = { ...SHORT, seconds: 0.5 };
const SMOKE = {
  ...FULL,
  ...SHORT,
  warmupSeconds: 0.3,
  sessions: 50,
  subscribers: 50,
  credentials: SHORT_WIRE,
  universe: { ...FULL.universe, ...SHORT, stores: ['sqlite'], sizes: [100], readSize: 100 },
  unity: { ...FULL.unity, ...SHORT, sizes: [100], loopRounds: 1, loopSeconds: 1 },
  unreal: { packages: 200, rounds: 1, repeats: 2 },
  frames: { ...FULL.frames, ...SHORT_WIRE },
  godot: { ...FULL.godot, ...SHORT_WIRE },
  agents: { packages: 200 },
};

export function parseOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      only: { type: 'string' },
      seconds: { type: 'string' },
      smoke: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { smoke, check, help } = values;
  if (smoke && check) throw new Error('--check needs a measured run; --smoke measures nothing');
  const { servers, measures } = selection(values.only, smoke ? SMOKE_SERVERS : SERVERS);
  const settings = withSeconds(smoke ? SMOKE : FULL, values.seconds);
  return { help, smoke, check, whole: !smoke && !values.only, servers, measures, settings };
}

function withSeconds(settings, text) {
  if (text === undefined) return settings;
  const seconds = Number(text);
  if (!(seconds > 0)) throw new Error(`--seconds expects a number above 0, got ${text}`);
  const { credentials, universe, unity, frames, godot } = settings;
  return {
    ...settings,
    seconds,
    credentials: { ...credentials, seconds },
    universe: { ...universe, seconds },
    unity: { ...unity, seconds, loopSeconds: seconds },
    frames: { ...frames, seconds },
    godot: { ...godot, seconds },
  };
}

function selection(only, defaultServers) {
  const names = only?.split(',').filter(Boolean) ?? [];
  const known = [...SERVERS, ...MEASURES];
  const unknown = names.filter(name => !known.includes(name));
  if (unknown.length > 0) throw new Error(`--only: ${unknown.join(', ')} is not one of ${known.join(', ')}`);
  const [servers, measures] = [SERVERS, MEASURES].map(all => names.filter(name => all.includes(name)));
  return {
    servers: servers.length > 0 ? servers : defaultServers,
    measures: measures.length > 0 ? measures : MEASURES,
  };
}
