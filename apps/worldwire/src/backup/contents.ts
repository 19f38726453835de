import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors/problem.js';
import { isTransient, pathProblem, portable } from './entry-names.js';

const JOURNAL = /\.sqlite$/;

export interface Contents {
  /** SQLite files, which are copied by SQLite because servers may write to them. */
  readonly journals: readonly string[];
  readonly files: readonly string[];
  /** Links, which lead out of the folder, entries that are not files, such as sockets, and names that not every system can have. */
  readonly leftOut: readonly string[];
}

/** Lists a data folder for a backup. A missing folder is empty. */
export async function contentsOf(folder: string): Promise<Contents> {
  const found: Found[] = [];
  for await (const entry of walk(folder, '')) found.push(entry);
  const kept = found.filter(({ isKept }) => isKept).map(({ path }) => path);
  return {
    journals: kept.filter(path => JOURNAL.test(path)).sort(),
    files: kept.filter(path => !JOURNAL.test(path)).sort(),
    leftOut: found.flatMap(({ path, isKept }) => (isKept ? [] : [path])).sort(),
  };
}

interface Found {
  readonly path: string;
  readonly isKept: boolean;
}

async function* walk(folder: string, below: string): AsyncGenerator<Found> {
  for (const entry of await list(join(folder, below))) {
    const path = join(below, entry.name);
    if (isTransient(portable(path))) continue;
    if (entry.isDirectory()) yield* walk(folder, path);
    // A link to a journal is followed, as the journal itself does.
    else {
      const isFile = entry.isFile() || (entry.isSymbolicLink() && JOURNAL.test(path));
      yield { path, isKept: isFile && pathProblem(portable(path)) === undefined };
    }
  }
}

async function list(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}
