import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Database, loadBinding } from '@worldwire/journal/sqlite';
import { Problem, reasonOf } from '../errors/problem.js';
import { checkSize } from './check-size.js';
import { clashOf, isTransient, pathProblem, placeIn, portable } from './entry-names.js';

/** "WWBK": distinguishes a backup from other SQLite databases. */
const APPLICATION_ID = 0x5757424b;
const VERSION = 1;
const CHUNK_BYTES = 1024 * 1024;
const SCHEMA = `
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${VERSION};
  CREATE TABLE file (path TEXT PRIMARY KEY, bytes INTEGER NOT NULL, sha256 TEXT NOT NULL) STRICT;
  CREATE TABLE chunk (path TEXT NOT NULL, number INTEGER NOT NULL, content BLOB NOT NULL, PRIMARY KEY (path, number)) STRICT;`;

/** Files of a backup: their path in it, and their path on disk. */
export type Sources = ReadonlyMap<string, string>;

/** Writes a backup: one SQLite file with the chunks and the checksum of every file. */
export async function pack(container: string, sources: Sources): Promise<void> {
  const { DatabaseSync } = await loadBinding();
  const database = new DatabaseSync(container);
  try {
    database.exec(`PRAGMA synchronous = FULL; BEGIN; ${SCHEMA}`);
    const addFile = database.prepare('INSERT INTO file VALUES (?, ?, ?)');
    const addChunk = database.prepare('INSERT INTO chunk VALUES (?, ?, ?)');
    for (const [name, source] of sources) {
      const path = portable(name);
      const digest = createHash('sha256');
      let [bytes, number] = [0, 0];
      for await (const content of chunksOf(source)) {
        digest.update(content);
        bytes += content.length;
        addChunk.run(path, number, content);
        number += 1;
      }
      addFile.run(path, bytes, digest.digest('hex'));
    }
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

/** Writes the files of a backup to a folder, after all entries were checked. Throws when a checksum does not match. */
export async function unpack(container: string, folder: string): Promise<void> {
  const database = await openContainer(container);
  try {
    checkTables(database);
    const files = database.prepare('SELECT path, bytes, sha256 FROM file ORDER BY path').all() as FileRow[];
    checkEntries(files);
    checkSizes(database, files);
    const chunk = database.prepare('SELECT content FROM chunk WHERE path = ? AND number = ?');
    for (const file of files) await unpackFile(file, chunk, placeIn(folder, file.path));
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown;
    throw damaged(reasonOf(thrown), thrown);
  } finally {
    database.close();
  }
}

interface ChunkSums {
  readonly path: string;
  readonly count: number;
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
}

/** An empty file has none. */
const NO_CHUNKS = { count: 0, first: 0, last: -1, bytes: 0 };
const DIGEST = /^[0-9a-f]{64}$/;

interface FileRow {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

async function openContainer(path: string): Promise<Database> {
  await checkSize(path);
  const { DatabaseSync } = await loadBinding();
  const database = new DatabaseSync(path);
  try {
    const read = (pragma: string) => Object.values(database.prepare(pragma).get() as object)[0];
    if (read('PRAGMA application_id') !== APPLICATION_ID) throw notABackup(path);
    const version = read('PRAGMA user_version');
    if (version === VERSION) return database;
    throw Problem.failure(
      `${path} is a backup of version ${version}, and this Worldwire reads version ${VERSION}. Use the Worldwire that wrote it.`,
    );
  } catch (thrown) {
    database.close();
    throw thrown instanceof Problem ? thrown : notABackup(path, thrown);
  }
}

async function unpackFile(
  { path, bytes, sha256 }: FileRow,
  chunk: { get(...parameters: unknown[]): unknown },
  place: string,
): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  const file = await open(place, 'wx', 0o600);
  try {
    const digest = createHash('sha256');
    let written = 0;
    for (let number = 0; written < bytes; number += 1) {
      const row = chunk.get(path, number) as { readonly content: Uint8Array } | undefined;
      if (row === undefined) break;
      digest.update(row.content);
      await file.writeFile(row.content);
      written += row.content.length;
    }
    if (digest.digest('hex') !== sha256) throw damaged(`the checksum of ${path} does not match`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A view or a virtual table could give other rows each time. */
function checkTables(database: Database): void {
  const tables = database
    .prepare("SELECT type, name FROM sqlite_master WHERE type <> 'index' ORDER BY name")
    .all() as unknown as readonly { readonly type: string; readonly name: string }[];
  const found = tables.map(({ type, name }) => `${type} ${name}`).join(', ');
  if (found !== 'table chunk, table file')
    throw damaged(`it has ${JSON.stringify(found)} instead of its tables`);
}

/** Rejects entries that `pack` does not write. */
function checkEntries(files: readonly FileRow[]): void {
  for (const { path, bytes, sha256 } of files) {
    if (typeof path !== 'string') throw damaged('it has a file whose path is not a text');
    const problem =
      pathProblem(path) ?? (isTransient(path) ? 'is not a path that a backup contains' : undefined);
    if (problem !== undefined) throw damaged(`it has a file at ${JSON.stringify(path)}, which ${problem}`);
    if (!Number.isSafeInteger(bytes) || bytes < 0 || !DIGEST.test(sha256))
      throw damaged(`the size or the checksum of ${path} is not valid`);
  }
  const clash = clashOf(files.map(({ path }) => path));
  if (clash !== undefined)
    throw damaged(`its files at ${clash.map(path => JSON.stringify(path)).join(' and ')} have one place`);
}

/** The chunks of each file are numbered from 0, and have its size together. No chunk is of another file. */
function checkSizes(database: Database, files: readonly FileRow[]): void {
  const found = database
    .prepare(
      'SELECT path, count(*) AS count, min(number) AS first, max(number) AS last, sum(length(content)) AS bytes FROM chunk GROUP BY path',
    )
    .all() as unknown as readonly ChunkSums[];
  const sums = new Map(found.map(sum => [sum.path, sum]));
  for (const { path, bytes } of files) {
    const { count, first, last, bytes: stored } = sums.get(path) ?? NO_CHUNKS;
    if (stored !== bytes || first !== 0 || last !== count - 1)
      throw damaged(`${path} has ${stored} of ${bytes} bytes`);
    sums.delete(path);
  }
  const [other] = sums.keys();
  if (other !== undefined)
    throw damaged(`it has content of ${JSON.stringify(other)}, which is none of its files`);
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    // Bytes that are appended from now on are left out.
    const { size } = await file.stat();
    for (let at = 0; at < size; ) {
      const { bytesRead, buffer } = await file.read({
        buffer: Buffer.alloc(Math.min(CHUNK_BYTES, size - at)),
        position: at,
      });
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

function notABackup(path: string, cause?: unknown): Problem {
  return Problem.failure(`${path} is not a backup of Worldwire, or its first page is damaged.`, cause);
}

function damaged(why: string, cause?: unknown): Problem {
  return Problem.failure(`The backup is damaged: ${why}. Use another backup.`, cause);
}
