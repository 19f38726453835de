import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { codeOf } from '../errors/problem.js';

/** Side files of SQLite. A copy of the database includes their content. */
const SIDE_FILE = /\.sqlite-(wal|shm|journal)$/;
const JOURNAL = /\.sqlite$/;
/** Locks of servers on their chains of the audit. */
const LOCK = /^audit(\.\d+)?\.lock(\.\d+)?$/;
/** The index of an Unreal project, which can be rebuilt. */
const CACHE = join('unreal', 'index');
/** Tokens of running servers. */
const TOKENS = 'operator';

export interface Contents {
  /** SQLite files, which are copied by SQLite because servers may write to them. */
  readonly journals: readonly string[];
  readonly files: readonly string[];
  /** Links, which lead out of the folder, and entries that are not files, such as sockets. */
  readonly leftOut: readonly string[];
}

/** Lists a data folder for a backup. A missing folder is empty. */
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
    if (path === CACHE || path === TOKENS || LOCK.test(path)) continue;
    if (entry.isDirectory()) yield* walk(folder, path);
    // A link to a journal is followed, as the journal itself does.
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

/** A path with slashes, on every platform. */
export function portable(path: string): string {
  return path.split(sep).join('/');
}
