// `npm run chaos`: kills the server over and over while clients write, and says whether anything was lost.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crashLoop, KilledPair, KilledServer, seeded } from './chaos/index.mjs';

const HELP = `npm run chaos [-- options]

  --cycles N     how many times the server is killed at work (100)
  --seconds N    stop after about so long, whatever the cycles
  --store STORE  sqlite, postgres (a server of its own is started), or postgres://… (sqlite)
  --pair         two servers on the store: the clients of the killed one turn to the other at once
  --writers N    clients that write at the same time (16)
  --seed N       repeats the random choices of an earlier run
  --help         this text

Exits with 1 when an acknowledged command is missing, one was done twice, or the log and the state differ.
`;
const PROGRESS_MS = 5_000;
const SHOWN = 20;

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
    tell(report, host.kills, seed);
  } finally {
    await host.stop();
    await postgres?.stop();
    if (lost && store === 'sqlite') console.log(`  the file of this run: ${join(data, 'universe.sqlite')}`);
    else await rm(data, { recursive: true, force: true });
  }
  return lost ? 1 : 0;
}

function progress(cycles) {
  let toldAt = 0;
  return report => {
    const now = Date.now();
    if (!process.stdout.isTTY && now - toldAt < PROGRESS_MS) return;
    toldAt = now;
    const { cycles: done, acknowledged, inFlight, replays } = report;
    const figures = `${acknowledged} acknowledged, ${inFlight} cut off, ${replays} replayed`;
    const line = `cycle ${done + 1}/${cycles}: ${figures}`;
    process.stdout.write(process.stdout.isTTY ? `\r${line}\u001b[K` : `${line}\n`);
  };
}

function tell(report, kills, seed) {
  const { cycles, operations, acknowledged, inFlight, unheard, retries, replays, unavailable, problems } =
    report;
  const figures = [
    `${cycles} cycles, ${kills} kills (${kills - cycles} of them while it started)`,
    `${operations} operations, ${acknowledged} acknowledged in the end`,
    `${inFlight} without an answer when the kill came; ${unheard} of them had been done, and were not done twice`,
    `${retries} retries, ${replays} of them of what had been done, ${unavailable} times 503`,
  ];
  console.log(`${process.stdout.isTTY ? '\n' : ''}${figures.map(line => `  ${line}`).join('\n')}`);
  for (const problem of problems.slice(0, SHOWN)) console.log(`  ${problem}`);
  const verdict =
    problems.length === 0
      ? 'nothing lost, nothing doubled, and replaying the log gives the live state'
      : `${problems.length} problems; --seed ${seed} makes the same choices again`;
  console.log(`verdict: ${verdict}`);
}

async function ownPostgres() {
  const { startPostgres } = await import('@worldwire/journal/testing');
  const postgres = await startPostgres();
  if (postgres === undefined) throw new Error('PostgreSQL is not installed here. Give --store postgres://…');
  return postgres;
}

function number(name) {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${name} takes a whole number, not ${values[name]}.`);
  process.exit(2);
}
