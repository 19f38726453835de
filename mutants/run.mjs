import { parseArgs } from 'node:util';
import { changedSource, loadMutants } from './lib/mutants.mjs';
import { killRate, report } from './lib/report.mjs';
import { WorkerPool } from './lib/worker-pool.mjs';

const USAGE = `Re-introduces known defects one by one, and looks whether a test notices each.

  npm run mutants                     all of them
  npm run mutants -- --list           their names and classes; checks the list against the sources
  npm run mutants -- --only NAME      one of them; may be given several times
  npm run mutants -- --class CLASS    those of one class; may be given several times
  npm run mutants -- --part K/N       every N-th of them, from the K-th on
  npm run mutants -- --workers N      number of processes, default 2`;
const REQUIRED_RATE = 0.95;
const WORKERS = 2;
/** All test files of one mutant. A run without a mutant takes seconds. */
const MUTANT_MS = 180_000;

const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    class: { type: 'string', multiple: true },
    part: { type: 'string', default: '1/1' },
    workers: { type: 'string', default: String(WORKERS) },
    help: { type: 'boolean', default: false },
  },
});
process.exitCode = await main();

async function main() {
  if (values.help) return say(USAGE, 0);
  let mutants;
  try {
    mutants = chosen(await loadMutants());
  } catch (thrown) {
    return say(thrown.message, 2);
  }
  if (mutants.length === 0) return say('No mutant has that name or class. --list has those there are.', 2);
  if (values.list) {
    for (const mutant of mutants) console.log(`${mutant.class.padEnd(24)} ${mutant.name}`);
    return say(`${mutants.length} mutants`, 0);
  }
  const pool = new WorkerPool(Number(values.workers));
  await pool.open();
  try {
    return await judge(mutants, pool);
  } finally {
    pool.close();
  }
}

async function judge(mutants, pool) {
  const started = performance.now();
  const failing = await failingWithout(mutants, pool);
  if (failing.length > 0) return say(`These fail without any mutant:\n${failing.join('\n')}`, 2);
  const verdicts = await Promise.all(mutants.map(mutant => verdictOn(mutant, pool)));
  console.log(`\n${report(verdicts)}`);
  const invalid = verdicts.filter(({ verdict }) => verdict === 'invalid').length;
  if (invalid > 0) return say(`\n${invalid} mutants are invalid: no test could be run.`, 2);
  const rate = killRate(verdicts);
  const seconds = Math.round((performance.now() - started) / 1_000);
  say(`\n${(100 * rate).toFixed(1)} % of ${mutants.length} mutants are killed, in ${seconds} s.`, 0);
  return rate >= REQUIRED_RATE ? 0 : say(`At least ${100 * REQUIRED_RATE} % are required.`, 1);
}

/** What fails in the sources as they are: a mutant that such a test "kills" would say nothing. */
async function failingWithout(mutants, pool) {
  const files = [...new Set(mutants.flatMap(({ tests }) => tests))];
  const found = await Promise.all(
    files.map(async file => {
      const outcome = await pool.run({ files: [file] }, MUTANT_MS);
      if (outcome === 'late') return [`${file} takes too long`];
      const { failed, timedOut, broken, unhandled, passed } = outcome;
      const none = passed === 0 ? [`${file} has no test that passes`] : [];
      return [...failed, ...timedOut, ...broken, ...unhandled, ...none];
    }),
  );
  console.log(`${files.length} test files run without a mutant`);
  return found.flat();
}

async function verdictOn(mutant, pool) {
  const changed = { path: mutant.file, text: changedSource(mutant) };
  const outcome = await pool.run({ files: mutant.tests, changed }, MUTANT_MS);
  const { verdict, reason } = judged(outcome, mutant);
  console.log(`${verdict.padEnd(8)} ${mutant.name}${reason === '' ? '' : `: ${reason}`}`);
  return { mutant, verdict, reason };
}

/** A timeout alone does not prove that a test notices a mutant, so the mutant must expect it with `waits`. */
function judged(outcome, { waits = false }) {
  if (outcome === 'late')
    return waits ? killed('ran too long') : survived('ran too long, which it does not declare');
  const { failed, timedOut, broken, unhandled, passed } = outcome;
  if (failed.length > 0) return killed(failed[0]);
  if (timedOut.length > 0) {
    return waits
      ? killed(timedOut[0])
      : survived(`a test timed out, which it does not declare: ${timedOut[0]}`);
  }
  if (broken.length > 0) return { verdict: 'invalid', reason: broken[0].split('\n', 1)[0] };
  if (unhandled.length > 0) return killed(`unhandled: ${unhandled[0]}`);
  return survived(`${passed} tests passed`);
}

function killed(reason) {
  return { verdict: 'killed', reason };
}

function survived(reason) {
  return { verdict: 'survived', reason };
}

function chosen(mutants) {
  const { only, class: classes } = values;
  const [, first, step] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(values.part)?.map(Number) ?? [];
  if (first === undefined || first > step) throw new Error(`--part ${values.part}: give K/N, such as 1/3.`);
  return mutants
    .filter(mutant => (only?.includes(mutant.name) ?? true) && (classes?.includes(mutant.class) ?? true))
    .filter((_, index) => index % step === first - 1);
}

function say(text, code) {
  console.log(text);
  return code;
}
