// Reads changed packages by the hundred thousand, and says whether each ended in a result or a PackageError in time.
import { parseArgs } from 'node:util';
import { MemoryBytes, openPackage } from '@worldwire/uasset';
import {
  exercise,
  fixtureNames,
  mutate,
  mutateSummary,
  readFixture,
  richPackages,
  seeded,
} from '@worldwire/uasset/testing';

const MAX_MS = 250;
const MAX_BYTES = 64 * 1024 * 1024;
const HELP = `node packages/uasset/fuzz/run.mjs [options]

  --count N    changed packages to read (100000)
  --seed N     repeats the random choices of an earlier run (1)
  --help       this text

Exits with 1 when one threw anything else, took over ${MAX_MS} ms or needed over 64 MB.
`;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(HELP);
else process.exitCode = await main(Number(values.count), Number(values.seed));

async function main(count, seed) {
  const packages = [...(await Promise.all((await fixtureNames()).map(readFixture))), ...richPackages()];
  for (const bytes of packages) await exercise(bytes);
  const report = {
    packages: 0,
    outcomes: {},
    wrong: [],
    worstMs: 0,
    worst: '',
    worstWallMs: 0,
    worstBytes: 0,
    peakGrowth: 0,
  };
  const atStart = process.memoryUsage().rss;
  const started = performance.now();
  for await (const [bytes, origin] of cases(packages, count, seed)) {
    await measure(bytes, origin, report);
    report.peakGrowth = Math.max(report.peakGrowth, process.memoryUsage().rss - atStart);
    if (report.packages >= count) break;
  }
  const seconds = (performance.now() - started) / 1_000;
  const mb = bytes => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  console.log(`${report.packages} changed packages of seed ${seed} in ${seconds.toFixed(0)} s`);
  console.log(
    `worst ${report.worstMs.toFixed(1)} ms at work (${report.worst}), ${report.worstWallMs.toFixed(1)} ms by the clock`,
  );
  console.log(`most needed by one ${mb(report.worstBytes)}`);
  console.log(`memory of the process grew by at most ${mb(report.peakGrowth)}`);
  for (const [outcome, times] of Object.entries(report.outcomes)) console.log(`  ${times} ${outcome}`);
  for (const wrong of report.wrong.slice(0, 20)) console.log(`WRONG ${wrong}`);
  return report.wrong.length === 0 ? 0 : 1;
}

/** First every place of every summary, evenly thinned to half of all, then random changes. */
async function* cases(packages, count, seed) {
  const random = seeded(seed);
  const ends = await Promise.all(
    packages.map(async bytes => (await openPackage(new MemoryBytes(bytes))).summary.end),
  );
  const all = ends.reduce((sum, end) => sum + Math.floor(end / 4 - 1) * 15, 0);
  const step = Math.max(1, Math.ceil(all / (count / 2)));
  let at = 0;
  for (const [i, bytes] of packages.entries()) {
    for (const changed of mutateSummary(bytes, ends[i]))
      if (at++ % step === 0) yield [changed, `summary ${i} ${at}`];
  }
  for (;;) {
    const i = random(packages.length);
    yield [mutate(packages[i], random, packages), `random ${i} ${at++}`];
  }
}

async function measure(bytes, origin, report) {
  const before = held();
  const start = performance.now();
  const worked = process.cpuUsage();
  let outcome;
  try {
    outcome = await exercise(bytes);
  } catch (error) {
    outcome = 'thrown';
    report.wrong.push(`${origin}: ${error?.stack}`);
  }
  // Time at work: others on the machine are no fault of the reader.
  const { user, system } = process.cpuUsage(worked);
  const ms = (user + system) / 1_000;
  const needed = held() - before;
  report.packages++;
  report.outcomes[outcome] = (report.outcomes[outcome] ?? 0) + 1;
  if (ms > report.worstMs) Object.assign(report, { worstMs: ms, worst: origin });
  report.worstWallMs = Math.max(report.worstWallMs, performance.now() - start);
  report.worstBytes = Math.max(report.worstBytes, needed);
  if (ms > MAX_MS) report.wrong.push(`${origin}: ${ms.toFixed(0)} ms`);
  if (needed > MAX_BYTES) report.wrong.push(`${origin}: ${needed} bytes`);
}

function held() {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
