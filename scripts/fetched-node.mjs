// Node's binaries, which npm has as packages. They go into a cache outside the lockfile.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../node_modules/.cache/nodes', import.meta.url));
const PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const FETCH_MS = 120_000;

/**
 * The path of a Node of this version. Fetches it if it is not there yet.
 * @param {string} version
 * @returns {string}
 */
export function fetchedNode(version) {
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
    if (error !== undefined) throw new Error(`npm cannot be run: ${error.message}`);
  }
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (stdout?.trim() === `v${version}`) return node;
  throw new Error(
    `Node ${version} cannot be fetched: npm has no ${PACKAGE}@${version}, or cannot be reached`,
  );
}
