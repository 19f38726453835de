/** A folder that is a link at some moments. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('swap-process.mjs', import.meta.url));

/**
 * @param {string} folder
 * @param {string} outside where the link leads
 * @param {() => Promise<unknown>} work
 */
export async function whileSwapped(folder, outside, work) {
  const child = fork(PROGRAM, [folder, outside]);
  try {
    await work();
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
    if (existsSync(`${folder}.aside`)) {
      rmSync(folder, { force: true });
      renameSync(`${folder}.aside`, folder);
    }
  }
}
