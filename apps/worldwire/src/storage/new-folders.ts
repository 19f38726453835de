import { readdir, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../errors/problem.js';

/** Levels below the data folder in which a start makes folders. */
const DEPTH = 3;
/** Codes of a folder that is not empty, is gone, or is not ours. It stays. */
const STAYS: ReadonlySet<string | undefined> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EPERM', 'EACCES']);

/** The folders that a start makes, to be removed if it fails. Only empty ones are: another server may use the others. */
export class NewFolders {
  readonly #data: string;
  /** The data folder and its parents that were missing, deepest first. */
  readonly #missing: readonly string[];
  readonly #before: ReadonlySet<string>;

  private constructor(data: string, missing: readonly string[], before: ReadonlySet<string>) {
    this.#data = data;
    this.#missing = missing;
    this.#before = before;
  }

  /** Before the start. */
  static async of(data: string): Promise<NewFolders> {
    const missing: string[] = [];
    for (let path = data; await isMissing(path); path = dirname(path)) missing.push(path);
    return new NewFolders(data, missing, new Set(await foldersBelow(data, DEPTH)));
  }

  /** Removes the folders that are new and empty. */
  async remove(): Promise<void> {
    const made = (await foldersBelow(this.#data, DEPTH)).filter(path => !this.#before.has(path));
    for (const path of [...made, ...this.#missing]) {
      try {
        await rmdir(path);
      } catch (thrown) {
        if (!STAYS.has(codeOf(thrown))) throw thrown;
      }
    }
  }
}

/** Deepest first. None where the folder cannot be listed: then nothing of it is removed. */
async function foldersBelow(folder: string, depth: number): Promise<readonly string[]> {
  if (depth === 0) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const path = join(folder, entry.name);
    found.push(...(await foldersBelow(path, depth - 1)), path);
  }
  return found;
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch (thrown) {
    return codeOf(thrown) === 'ENOENT' && dirname(path) !== path;
  }
}
