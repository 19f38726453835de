import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, Problem, reasonOf } from '../errors/problem.js';

/**
 * Creates a folder and its missing parents, one by one: mkdir with `recursive` never returns below folders such as /proc, in which
 * nothing can be created.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent, mode);
  try {
    await mkdir(path, { mode });
  } catch (thrown) {
    // Another process may have created it.
    if (codeOf(thrown) !== 'EEXIST' || !(await isFolder(path))) throw thrown;
  }
}

/** Creates a data folder, which only this user can read. */
export async function makeDataFolder(path: string): Promise<void> {
  try {
    await makeFolder(path, 0o700);
  } catch (thrown) {
    const reason = reasonOf(thrown);
    throw Problem.refusal(
      'data folder',
      `${path} cannot be used: ${reason} Name another folder with --data DIR.`,
      thrown,
    );
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return false;
    throw thrown;
  }
}
