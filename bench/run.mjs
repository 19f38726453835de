/** `npm run bench`: measures the servers, prints tables and goals, and writes the results. */
import { endChildrenOnExit } from './lib/child.mjs';
import { machine, versions } from './lib/machine.mjs';
import { measureAll } from './lib/measures.mjs';
import { HELP, parseOptions } from './lib/options.mjs';
import { disturbance, goalsTable, judge, measuredTables, writePage, writeResults } from './lib/report.mjs';

/** Above this share of a core the driver may limit a figure. */
const DRIVER_SATURATED = 0.85;
const { stderr } = process;

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
  if (options.page) {
    console.log(`wrote ${await writePage()}`);
    return 0;
  }
  endChildrenOnExit();
  const date = new Date();
  const { settings } = options;
  const measured = await measureAll(options, progress);
  progressDone();

  console.log(measuredTables(measured, settings));
  if (options.smoke) {
    console.log('\nSmoke run: every answer was correct. The figures mean nothing.');
    return 0;
  }
  const goals = judge(measured);
  const { toolsCall = [] } = measured;
  console.log(`\n${disturbance(toolsCall)}\n\n${goalsTable(goals)}`);
  warnOfSaturation(toolsCall);
  if (options.whole) {
    const results = { date, machine: machine(), versions: versions(), settings, ...measured, goals };
    for (const file of await writeResults(results)) console.log(`\nwrote ${file}`);
  }
  return options.check && goals.some(({ met }) => !met) ? 1 : 0;
}

function warnOfSaturation(rows) {
  for (const { entrant, best } of rows) {
    if (best.driverCpu <= DRIVER_SATURATED) continue;
    const who = `${entrant.label}, ${entrant.revision}`;
    console.error(`bench: ${who} saturated the driver: its figure is a lower bound`);
  }
}

/** Shows the current step on standard error, on a terminal in one line. */
function progress(step) {
  stderr.write(stderr.isTTY ? `\r\u001b[K${step}` : `${step}\n`);
}

function progressDone() {
  if (stderr.isTTY) stderr.write('\r\u001b[K');
}
