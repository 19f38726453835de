// Runs the official conformance suite against the fixture world and compares the result with full marks.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checksOf, score, shortfall, table } from './scorecard.mjs';
import { SELECTORS } from './selectors.mjs';
import { startServer } from './server-child.mjs';
import { runSuite } from './suite-process.mjs';

const HELP = `Usage: npm run conformance -- [options]

Starts the fixture world, runs the official MCP conformance suite with every selector,
and exits 1 below full marks.

  --scenario NAME     run one scenario and show each of its checks
  --spec-version V    with --scenario: the protocol revision to speak
  --url URL           test a server that is already running
  --keep DIR          keep the files the suite writes
  --help              show this text
`;

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => stop.abort());

const options = readOptions();
if (options === undefined) process.exitCode = 2;
else if (options.help) process.stdout.write(HELP);
else {
  try {
    process.exitCode = await main(options);
  } catch (error) {
    process.exitCode = stop.signal.aborted ? 130 : 2;
    console.error(stop.signal.aborted ? '\nconformance: stopped' : `\nconformance: ${error.message}`);
  }
}

async function main({ scenario, url, keep, 'spec-version': specVersion }) {
  const folder = keep === undefined ? await mkdtemp(join(tmpdir(), 'conformance-')) : resolve(keep);
  let server;
  try {
    if (url === undefined) server = await startServer();
    stop.signal.throwIfAborted();
    const target = { url: url ?? server.url, folder };
    const passed =
      scenario === undefined ? await runAll(target, server) : await runOne(target, scenario, specVersion);
    return passed ? 0 : 1;
  } finally {
    await server?.stop();
    if (keep === undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function runAll({ url, folder }, server) {
  console.log(`conformance: testing ${url}`);
  const runs = [];
  for (const [index, { name, args, expected }] of SELECTORS.entries()) {
    process.stdout.write(`[${index + 1}/${SELECTORS.length}] ${name} … `);
    const started = performance.now();
    const into = join(folder, name.slice(2).replaceAll(/ -*/g, '-'));
    const { scenarios } = await runSuite({ url, args, folder: into, signal: stop.signal });
    const counts = score(scenarios);
    const failed = shortfall(counts, expected);
    runs.push({ name, scenarios, counts, expected, failed });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `${counts.success} of ${expected.success} in ${seconds} s${failed === 0 ? '' : ', below full marks'}`,
    );
  }

  console.log(`\n${table(runs)}`);
  for (const run of runs.filter(({ failed }) => failed > 0)) explain(run);
  if (server?.running() === false)
    console.log(`\nThe server ended (${await server.ended}):\n${server.log()}`);

  const passed = runs.reduce((sum, { counts }) => sum + counts.success, 0);
  const failed = runs.reduce((sum, run) => sum + run.failed, 0);
  console.log(`\nconformance: ${passed} passed, ${failed} failed`);
  return failed === 0;
}

function explain({ name, scenarios, failed }) {
  const bad = checksOf(scenarios, 'FAILURE', 'WARNING');
  // The other missing checks were skipped or informational.
  const others = failed > bad.length ? checksOf(scenarios, 'SKIPPED', 'INFO') : [];
  console.log(`\n${name}`);
  for (const { status, scenario, id, message } of [...bad, ...others]) {
    console.log(`  ${status} ${scenario} ${id}: ${message.replaceAll('\n', '\n    ')}`);
  }
  const unseen = failed - bad.length - others.length;
  if (unseen > 0)
    console.log(`  ${unseen} more below full marks: checks that did not run, or scenarios that differ`);
}

async function runOne({ url, folder }, scenario, specVersion) {
  const args = [
    '--scenario',
    scenario,
    ...(specVersion === undefined ? [] : ['--spec-version', specVersion]),
  ];
  const { scenarios, log } = await runSuite({ url, args, folder, signal: stop.signal });
  const checks = scenarios.flatMap(found => found.checks);
  for (const { status, id, description, errorMessage, details } of checks) {
    console.log(`${status.padEnd(7)} ${id}: ${description}`);
    if (status === 'SUCCESS') continue;
    if (errorMessage !== undefined)
      console.log(`        ${errorMessage.trim().replaceAll('\n', '\n        ')}`);
    if (details !== undefined) console.log(JSON.stringify(details, null, 2).replaceAll(/^/gm, '        '));
  }
  // Without checks the suite rejected the name or the revision, and printed the reason.
  if (checks.length === 0 || checks.some(({ id }) => id === 'scenario-threw')) console.log(log.trim());

  const { success, failure, warning } = score(scenarios);
  const failed = failure + warning;
  console.log(`\nconformance: ${success} passed, ${failed} failed`);
  return checks.length > 0 && failed === 0;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        scenario: { type: 'string' },
        'spec-version': { type: 'string' },
        url: { type: 'string' },
        keep: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values['spec-version'] === undefined || values.scenario !== undefined) return values;
    console.error('conformance: --spec-version goes with --scenario');
  } catch (error) {
    console.error(`conformance: ${error.message}`);
  }
  return undefined;
}
