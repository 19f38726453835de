import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { codeOf } from '../errors/problem.js';

/** What SQLite keeps beside a file. It is of one moment, and a copy of the database has what it holds. */
const SIDE_FILE = /\.sqlite-(wal|shm|journal)$/;
const JOURNAL = /\.sqlite$/;
/** The index of an Unreal project, which is made again from its files. */
const CACHE = join('unreal', 'index');

export interface Contents {
  /** Files of SQLite, which need a copy of their own while servers write. */
  readonly journals: readonly string[];
  readonly files: readonly string[];
  /** Links, which lead out of the folder, and what is no file, as a socket. */
  readonly leftOut: readonly string[];
}

/** What a backup of a data folder has, by paths in the folder. A folder that is missing has nothing. */
export async function contentsOf(folder: string): Promise<Contents> {
  const found: Found[] = [];
  for await (const entry of walk(folder, '')) found.push(entry);
  const kept = found.filter(({ isKept }) => isKept).map(({ path }) => path);
  return {
    journals: kept.filter(path => JOURNAL.test(path)).sort(),
    files: kept.filter(path => !JOURNAL.test(path) && !SIDE_FILE.test(path)).sort(),
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
    if (path === CACHE) continue;
    if (entry.isDirectory()) yield* walk(folder, path);
    // A link to the file of a journal is followed, as the journal does. Links to others lead out of the folder.
    else yield { path, isKept: entry.isFile() || (entry.isSymbolicLink() && JOURNAL.test(path)) };
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

/** A path as a backup has it, on every platform. */
export function portable(path: string): string {
  return path.split(sep).join('/');
}
