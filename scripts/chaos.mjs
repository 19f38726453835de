// `npm run chaos`: kills the server repeatedly while clients write, and checks that nothing is lost.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crashLoop, KilledPair, KilledServer, seeded } from './chaos/index.mjs';

const HELP = `npm run chaos [-- options]

  --cycles N     number of kills (default 100)
  --seconds N    stop after about N seconds
  --store STORE  sqlite (default), postgres (starts its own server), or postgres://…
  --pair         two servers on one store; clients of the killed one use the other at once
  --writers N    concurrent clients (default 16)
  --seed N       repeat the random choices of an earlier run
  --help         this text

Exits with 1 if an acknowledged command is missing, a command ran twice, or the log and the state differ.
`;
const PROGRESS_MS = 5_000;
const MAX_PROBLEMS_SHOWN = 20;

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '100' },
    seconds: { type: 'string' },
    store: { type: 'string', default: 'sqlite' },
    pair: { type: 'boolean', default: false },
    writers: { type: 'string', default: '16' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(HELP);
else process.exitCode = await main();

async function main() {
  const [cycles, writers, seed] = [number('cycles'), number('writers'), number('seed')];
  const endAt =
    values.seconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + 1_000 * number('seconds');
  let interrupted = false;
  process.once('SIGINT', () => {
    interrupted = true;
  });
  const data = await mkdtemp(join(tmpdir(), 'worldwire-chaos-'));
  const postgres = values.store === 'postgres' ? await ownPostgres() : undefined;
  const store = postgres?.url ?? values.store;
  const random = seeded(seed);
  const host = values.pair ? new KilledPair({ store, data }) : new KilledServer({ store, data }, random);
  console.log(`chaos: seed ${seed}, ${writers} writers, store ${store.replace(/\/\/.*@/, '//')}`);
  let lost = true;
  try {
    const report = await crashLoop({
      host,
      universe: `chaos-${seed}-${process.pid}`,
      writers,
      cycles,
      random,
      goOn: () => !interrupted && Date.now() < endAt,
      onCycle: progress(cycles),
    });
    lost = report.problems.length > 0;
    printReport(report, host.kills, seed);
  } finally {
    await host.stop();
    await postgres?.stop();
    if (lost && store === 'sqlite') console.log(`  database of this run: ${join(data, 'universe.sqlite')}`);
    else await rm(data, { recursive: true, force: true });
  }
  return lost ? 1 : 0;
}

function progress(cycles) {
  let printedAt = 0;
  return report => {
    const now = Date.now();
    if (!process.stdout.isTTY && now - printedAt < PROGRESS_MS) return;
    printedAt = now;
    const { cycles: done, acknowledged, inFlight, replays } = report;
    const figures = `${acknowledged} acknowledged, ${inFlight} cut off, ${replays} replayed`;
    const line = `cycle ${done + 1}/${cycles}: ${figures}`;
    process.stdout.write(process.stdout.isTTY ? `\r${line}\u001b[K` : `${line}\n`);
  };
}

function printReport(report, kills, seed) {
  const { cycles, operations, acknowledged, inFlight, unheard, retries, replays, unavailable, problems } =
    report;
  const figures = [
    `${cycles} cycles, ${kills} kills (${kills - cycles} during a start)`,
    `${operations} operations, ${acknowledged} acknowledged`,
    `${inFlight} in flight at a kill; ${unheard} of them were committed, and their retries were replayed`,
    `${retries} retries, ${replays} of them replayed, ${unavailable} times 503`,
  ];
  console.log(`${process.stdout.isTTY ? '\n' : ''}${figures.map(line => `  ${line}`).join('\n')}`);
  for (const problem of problems.slice(0, MAX_PROBLEMS_SHOWN)) console.log(`  ${problem}`);
  const verdict =
    problems.length === 0
      ? 'nothing lost, nothing done twice, and a replay of the log gives the live state'
      : `${problems.length} problems; repeat with --seed ${seed}`;
  console.log(`verdict: ${verdict}`);
}

async function ownPostgres() {
  const { startPostgres } = await import('@worldwire/journal/testing');
  const postgres = await startPostgres();
  if (postgres === undefined) throw new Error('PostgreSQL is not installed. Use --store postgres://…');
  return postgres;
}

function number(name) {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${name} must be a whole number, not ${values[name]}.`);
  process.exit(2);
}
