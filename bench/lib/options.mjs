/** The command line of the bench. */
import { parseArgs } from 'node:util';
import { MEASURES, SERVERS } from './measures.mjs';

const SMOKE_SERVERS = ['bare', 'worldwire', 'sdk-v1'];

export const HELP = `npm run bench [-- options]

  --only NAME,…   only these servers (${SERVERS.join(', ')})
                  and, if any is named, only these measures (${MEASURES.join(', ')})
  --seconds N     length of each measured run (default 1.5; loop of a scene 6, Godot 2)
  --smoke         one short run of bare, worldwire and sdk-v1, of every credential and wire, and of a small universe, scene and project, and of
                  Godot if it is installed: checks that every answer is correct
  --check         exit with 1 if a goal is missed
  --page          measures nothing, and writes the tables of docs/performance.md from bench/results.json again
  --help          this text

A whole run writes bench/results.json and the tables of docs/performance.md; --smoke and --only write nothing.
`;

/**
 * Sizes are numbers of bodies or objects, smallest first. Rounds are many and short: a shared machine is slower for seconds
 * at a time, and what is compared must meet the same seconds.
 */
const ROUNDS = { rounds: 5, seconds: 1.5, warmupSeconds: 0.4 };
const SIZES = { sizes: [100, 10_000, 100_000], readSize: 10_000 };
const UNIVERSE = { stores: ['sqlite', 'postgres'], ...SIZES, readers: 8 };
// The loop is long enough for some frames beyond the 99th percentile; the server remembers ten seconds.
const LOOP = { readers: 32, writers: 4, loopRounds: 3, loopSeconds: 6 };
const SCENE = { sizes: [100, 10_000, 50_000], ...LOOP };
const COUNTS = { connections: 32, sessions: 1_000, subscribers: 1_000 };
const FULL = {
  ...COUNTS,
  rounds: 6,
  seconds: 1.5,
  warmupSeconds: 1.5,
  credentials: { rounds: 6, seconds: 1.5, warmupSeconds: 0.5 },
  universe: { ...ROUNDS, ...UNIVERSE },
  unity: { ...ROUNDS, ...SCENE },
  unreal: { packages: 5_000, rounds: 3, repeats: 5 },
  frames: { inFlight: 32, ...ROUNDS },
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
const FLAG = { type: 'boolean', default: false };
const TEXT = { type: 'string' };

export function parseOptions(argv) {
  const options = { only: TEXT, seconds: TEXT, smoke: FLAG, check: FLAG, page: FLAG, help: FLAG };
  const { only, seconds, smoke, check, page, help } = parseArgs({ args: argv, options }).values;
  if (page && argv.length > 1) throw new Error('--page takes no other option');
  if (smoke && check) throw new Error('--check needs a measured run; --smoke measures nothing');
  const settings = withSeconds(smoke ? SMOKE : FULL, seconds);
  const whole = !smoke && !only;
  return { help, smoke, check, page, whole, settings, ...selection(only, smoke) };
}

function withSeconds(settings, text) {
  if (text === undefined) return settings;
  const seconds = Number(text);
  if (!(seconds > 0)) throw new Error(`--seconds expects a number above 0, got ${text}`);
  const timed = value => {
    if (value.seconds === undefined) return value;
    return { ...value, seconds, ...(value.loopSeconds && { loopSeconds: seconds }) };
  };
  const entries = Object.entries(settings).map(([name, value]) => [name, timed(value)]);
  return { ...Object.fromEntries(entries), seconds };
}

function selection(only, smoke) {
  const names = only?.split(',').filter(Boolean) ?? [];
  const unknown = names.filter(name => !SERVERS.includes(name) && !MEASURES.includes(name));
  const known = [...SERVERS, ...MEASURES].join(', ');
  if (unknown.length > 0) throw new Error(`--only: ${unknown.join(', ')} is not one of ${known}`);
  const named = (all, otherwise) =>
    all.some(name => names.includes(name)) ? all.filter(name => names.includes(name)) : otherwise;
  return { servers: named(SERVERS, smoke ? SMOKE_SERVERS : SERVERS), measures: named(MEASURES, MEASURES) };
}
