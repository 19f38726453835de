// `npm run nodes`: tests of the store and a smoke test of every world with the other supported versions of Node.
// npm has Node's binaries as packages; they go into a cache outside the lockfile.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'nodes');
const PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const VERSIONS = ['22.23.3', '24.21.0'];
const TESTS = [
  'packages/journal/src/sqlite',
  'packages/journal/src/journal-contract.test.ts',
  'apps/worldwire/src/commands/backup.test.ts',
  'test/src/every-node.test.ts',
];
const FETCH_MS = 120_000;
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
  const folder = join(CACHE, version);
  const node = join(folder, 'node_modules', PACKAGE, 'bin', 'node');
  if (!existsSync(node)) {
    const options = [
      '--prefix',
      folder,
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--loglevel=error',
    ];
    const shell = process.platform === 'win32';
    const { error } = spawnSync('npm', ['install', ...options, `${PACKAGE}@${version}`], {
      stdio: 'inherit',
      timeout: FETCH_MS,
      shell,
    });
    if (error !== undefined) fail(`npm cannot be run: ${error.message}`);
  }
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (stdout?.trim() === `v${version}`) return node;
  return fail(`Node ${version} cannot be fetched: npm has no ${PACKAGE}@${version}, or cannot be reached`);
}

function fail(reason) {
  console.error(`nodes: ${reason}.`);
  process.exit(1);
}
