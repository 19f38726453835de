import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, Problem, reasonOf } from '../errors/problem.js';

/**
 * Makes a folder, and those above it that are missing, one by one: Node's own way never returns where a parent
 * exists and still nothing can be made in it, as below /proc.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent, mode);
  try {
    await mkdir(path, { mode });
  } catch (thrown) {
    // Another process may have been faster.
    if (codeOf(thrown) !== 'EEXIST' || !(await isFolder(path))) throw thrown;
  }
}

/** A folder of this user's alone, for what must last. */
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
