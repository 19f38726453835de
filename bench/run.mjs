/** `npm run bench`: measures the servers, prints tables and goals, and writes the results. */
import { PACKAGES } from './lib/catalogue.mjs';
import { endChildrenOnExit } from './lib/children.mjs';
import { judge } from './lib/goals.mjs';
import { machine, versionsOf } from './lib/machine.mjs';
import { measureAll } from './lib/measure-all.mjs';
import { HELP, parseOptions } from './lib/options.mjs';
import { progress, progressDone } from './lib/progress.mjs';
import { disturbance, goalsTable, measuredTables, provenance } from './lib/report.mjs';
import { writeResults } from './lib/write-results.mjs';

/** Above this share of a core the driver may limit a figure. */
const DRIVER_SATURATED = 0.85;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  progressDone();
  console.error(`bench: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

async function main(argv) {
  const options = parseOptions(argv);
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  endChildrenOnExit();
  const date = new Date();
  const measured = await measureAll(options, progress);
  progressDone();

  const tables = measuredTables(measured, options.settings);
  console.log(tables);
  if (options.smoke) {
    console.log('\nSmoke run: every answer was correct. The figures mean nothing.');
    return 0;
  }
  const goals = judge(measured);
  const notes = measured.toolsCall.length > 0 ? disturbance(measured.toolsCall) : '';
  console.log(`\n${notes}\n\n${goalsTable(goals)}`);
  warnOfSaturation(measured.toolsCall);
  if (options.whole) {
    const versions = versionsOf(PACKAGES);
    const page = [provenance(machine(), versions, date), tables, notes, goalsTable(goals)].join('\n\n');
    const results = { date, machine: machine(), versions, settings: options.settings, ...measured, goals };
    for (const file of await writeResults(results, page)) console.log(`\nwrote ${file}`);
  }
  return options.check && goals.some(({ met }) => !met) ? 1 : 0;
}

function warnOfSaturation(rows) {
  for (const { entrant, best } of rows) {
    if (best.driverCpu <= DRIVER_SATURATED) continue;
    console.error(
      `bench: ${entrant.label}, ${entrant.revision} saturated the driver: its figure is a lower bound`,
    );
  }
}
