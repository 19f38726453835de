/** The command line of the bench. */
import { parseArgs } from 'node:util';

export const MEASURES = [
  'tools-call',
  'idle-sessions',
  'subscribers',
  'stdio',
  'universe',
  'unity',
  'unreal',
  'frames',
  'godot',
];
export const SERVERS = [
  'bare',
  'worldwire',
  'mcp-lite',
  'tmcp',
  'fastmcp',
  'sdk-v1',
  'sdk-v2',
  'sdk-v1-parsed',
  'sdk-v2-parsed',
];
const SMOKE_SERVERS = ['bare', 'worldwire', 'sdk-v1'];

export const HELP = `npm run bench [-- options]

  --only NAME,…   only these servers (${SERVERS.join(', ')})
                  and, if any is named, only these measures (${MEASURES.join(', ')})
  --seconds N     length of each measured run (4; 1.5 with a universe, a scene or a wire, 6 of the loop of a scene, 2 with
                  Godot; the files of a project take the time they take)
  --smoke         one short run of bare, worldwire and sdk-v1, of every wire, and of a small universe, a small scene and
                  a small project, and of Godot where there is one: does everything answer correctly?
  --check         exit with 1 when a goal is missed
  --help          this text

A whole run writes bench/results.json and the tables of docs/performance.md; --smoke and --only write nothing.
`;

/** Many short rounds instead of a few long ones: sizes are compared within each. */
const UNIVERSE = {
  stores: ['sqlite', 'postgres'],
  sizes: [100, 10_000, 100_000],
  readSize: 10_000,
  readers: 8,
  rounds: 5,
  seconds: 1.5,
  warmupSeconds: 0.4,
};

const SMALL_UNIVERSE = {
  ...UNIVERSE,
  stores: ['sqlite'],
  sizes: [100],
  readSize: 100,
  rounds: 1,
  seconds: 1,
  warmupSeconds: 0.2,
};

const UNITY = {
  sizes: [100, 10_000, 50_000],
  rounds: 5,
  seconds: 1.5,
  warmupSeconds: 0.4,
  readers: 32,
  writers: 4,
  loopRounds: 3,
  loopSeconds: 6,
};

const SMALL_UNITY = {
  ...UNITY,
  sizes: [100],
  rounds: 1,
  seconds: 1,
  warmupSeconds: 0.2,
  loopRounds: 1,
  loopSeconds: 1,
};

const UNREAL = { packages: 5_000, rounds: 3, repeats: 5 };

const SMALL_UNREAL = { packages: 200, rounds: 1, repeats: 2 };

const FRAMES = { inFlight: 32, rounds: 5, seconds: 1.5, warmupSeconds: 0.4 };

const SMALL_FRAMES = { ...FRAMES, rounds: 1, seconds: 0.5, warmupSeconds: 0.2 };

const GODOT = { inFlight: 16, rounds: 5, seconds: 2, warmupSeconds: 0.5 };

const SMALL_GODOT = { ...GODOT, rounds: 1, seconds: 0.5, warmupSeconds: 0.2 };

export function parseOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      only: { type: 'string' },
      seconds: { type: 'string', default: '' },
      smoke: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { smoke, check, help } = values;
  if (smoke && check) throw new Error('--smoke measures nothing that --check could judge');
  const { servers, measures } = selection(values.only, smoke ? SMOKE_SERVERS : SERVERS);
  const full = {
    rounds: 3,
    seconds: 4,
    warmupSeconds: 2,
    connections: 32,
    sessions: 1_000,
    subscribers: 1_000,
    universe: UNIVERSE,
    unity: UNITY,
    unreal: UNREAL,
    frames: FRAMES,
    godot: GODOT,
  };
  const short = {
    rounds: 1,
    seconds: 1,
    warmupSeconds: 0.3,
    connections: 32,
    sessions: 50,
    subscribers: 50,
    universe: SMALL_UNIVERSE,
    unity: SMALL_UNITY,
    unreal: SMALL_UNREAL,
    frames: SMALL_FRAMES,
    godot: SMALL_GODOT,
  };
  const settings = smoke ? short : full;
  if (values.seconds) {
    const seconds = positive(values.seconds);
    settings.seconds = seconds;
    settings.universe = { ...settings.universe, seconds };
    settings.unity = { ...settings.unity, seconds, loopSeconds: seconds };
    settings.frames = { ...settings.frames, seconds };
    settings.godot = { ...settings.godot, seconds };
  }
  return { help, smoke, check, whole: !smoke && !values.only, servers, measures, settings };
}

function selection(only, servers) {
  const names = only?.split(',').filter(Boolean) ?? [];
  const unknown = names.filter(name => !SERVERS.includes(name) && !MEASURES.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `--only does not know ${unknown.join(', ')}; it knows ${[...SERVERS, ...MEASURES].join(', ')}`,
    );
  }
  const namedServers = names.filter(name => SERVERS.includes(name));
  const namedMeasures = names.filter(name => MEASURES.includes(name));
  return {
    servers: namedServers.length > 0 ? namedServers : servers,
    measures: namedMeasures.length > 0 ? namedMeasures : MEASURES,
  };
}

function positive(text) {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`--seconds expects a number above 0, got ${text}`);
  return number;
}
