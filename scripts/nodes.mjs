// `npm run nodes`: tests of the store and a smoke test of every world with the other supported versions of Node.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchedNode } from './fetched-node.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VERSIONS = ['22.23.3', '24.21.0'];
const TESTS = [
  'packages/journal/src/sqlite',
  'packages/journal/src/journal-contract.test.ts',
  'apps/worldwire/src/commands/backup.test.ts',
  'test/src/every-node.test.ts',
];
/** Five times the usual time, for a busy machine. */
const TEST_MS = 100_000;

for (const version of VERSIONS) {
  const node = fetched(version);
  console.log(`\nnodes: ${version}`);
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...TESTS];
  const { status, error } = spawnSync(node, args, { cwd: ROOT, stdio: 'inherit', timeout: TEST_MS });
  if (error !== undefined) fail(`the tests under Node ${version} were stopped: ${error.message}`);
  if (status !== 0) fail(`the tests under Node ${version} failed`);
}

/** @returns {string} the program */
function fetched(version) {
  try {
    return fetchedNode(version);
  } catch (thrown) {
    return fail(thrown.message);
  }
}

function fail(reason) {
  console.error(`nodes: ${reason}.`);
  process.exit(1);
}
