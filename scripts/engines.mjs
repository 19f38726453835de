// `npm run engines`: runs the contract with every engine that is installed, and writes docs/engines.md from the results.
//   npm run engines -- --results DIR    uses the results in a folder and runs nothing
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OPERATION_NAMES } from '../packages/engine/dist/index.js';
import { enginesPage } from './engines/engines-page.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = join(ROOT, 'docs/engines.md');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const EMBEDDED = 'packages/engine/src/embedded/embedded-contract.test.ts';
const TEST_MS = 1_800_000;

const given = process.argv.indexOf('--results');
const own = given === -1 ? mkdtempSync(join(tmpdir(), 'worldwire-engines-')) : undefined;
const folder = own ?? process.argv[given + 1];
if (folder === undefined) fail('--results needs a folder; name one, or leave it out to run the contract');
try {
  if (own !== undefined) runAll(own);
  write(folder);
} finally {
  if (own !== undefined) rmSync(own, { recursive: true, force: true });
}

function runAll(results) {
  run(results, [EMBEDDED]);
  const files = testsBelow(join(ROOT, 'bridges'));
  if (files.length > 0)
    run(results, ['--config', 'vitest.engines.config.ts', '--no-file-parallelism', ...files]);
}

/** A case that fails is shown in the page. */
function run(results, args) {
  const env = { ...process.env, WORLDWIRE_CONTRACT_RESULTS: results };
  const { error } = spawnSync(process.execPath, [VITEST, 'run', ...args], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
    timeout: TEST_MS,
  });
  if (error !== undefined) fail(`the tests were stopped: ${error.message}`);
}

/** Test files that run the contract. */
function testsBelow(path) {
  return readdirSync(path, { recursive: true })
    .filter(name => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map(name => join(path, name))
    .filter(file => readFileSync(file, 'utf8').includes('ContractRun'))
    .map(file => relative(ROOT, file));
}

function write(results) {
  const files = readdirSync(results)
    .filter(name => name.endsWith('.json'))
    .sort();
  if (files.length === 0) fail(`there are no results in ${results}; run the tests of the engines first`);
  const read = files.map(name => JSON.parse(readFileSync(join(results, name), 'utf8')));
  writeFileSync(PAGE, enginesPage(read, OPERATION_NAMES));
  process.stdout.write(`docs/engines.md: ${read.map(({ engine }) => engine).join(', ')}\n`);
}

function fail(reason) {
  console.error(`engines: ${reason}.`);
  process.exit(1);
}
