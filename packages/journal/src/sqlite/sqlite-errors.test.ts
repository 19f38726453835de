import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { JournalDamaged } from '../contract/errors.js';
import { type Database, loadBinding } from './binding.js';
import { asDamagedSchema, asUnavailable, isBusy } from './sqlite-errors.js';

const PAGE_BYTES = 4096;
const { DatabaseSync } = await loadBinding();

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'worldwire-failures-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'a.db');
}

function opened(path: string): Database {
  const database = new DatabaseSync(path, { timeout: 1 });
  onTestFinished(() => database.close());
  return database;
}

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

describe('an error of SQLite', () => {
  it('is reported as a lock', async () => {
    const path = await newFile();
    opened(path).exec('CREATE TABLE t (x); BEGIN EXCLUSIVE');
    const other = opened(path);
    for (const work of [() => other.exec('BEGIN IMMEDIATE'), () => other.prepare('SELECT * FROM t').get()]) {
      const error = thrownBy(work);
      expect(isBusy(error)).toBe(true);
      expect(asUnavailable(error)).toMatchObject({
        code: 'SQLITE_BUSY',
        message: expect.stringContaining('Another process keeps the journal locked'),
      });
    }
  });

  it("is reported as a full disk, with SQLite's code", async () => {
    const database = opened(await newFile());
    database.exec('CREATE TABLE t (x); PRAGMA max_page_count = 3');
    const insert = database.prepare('INSERT INTO t VALUES (?)');
    expect(asUnavailable(thrownBy(() => insert.run('x'.repeat(50_000))))).toMatchObject({
      code: 'SQLITE_FULL',
      message: expect.stringContaining('The disk is full'),
    });
  });

  it('is reported as a file that cannot be written or opened', async () => {
    const path = await newFile();
    const database = opened(path);
    database.exec('CREATE TABLE t (x); PRAGMA query_only = ON');
    expect(asUnavailable(thrownBy(() => database.exec('DELETE FROM t')))).toMatchObject({
      code: 'SQLITE_READONLY',
    });
    expect(asUnavailable(thrownBy(() => new DatabaseSync(join(path, 'below'))))).toMatchObject({
      code: 'SQLITE_CANTOPEN',
    });
  });

  it('is reported as another kind of file', async () => {
    const path = await newFile();
    await writeFile(path, 'This is text. '.repeat(100));
    const failure = asUnavailable(thrownBy(() => opened(path).prepare('SELECT 1 FROM sqlite_schema').get()));
    expect(failure).toBeInstanceOf(JournalDamaged);
    expect(failure).toMatchObject({ code: 'SQLITE_NOTADB' });
  });

  it('is reported as damage, however the rows are read', async () => {
    const path = await newFile();
    const database = opened(path);
    database.exec(`CREATE TABLE t (x);
      INSERT INTO t SELECT printf('%04000d', value) FROM (
        WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 20) SELECT * FROM n)`);
    // The first pages are the schema and the root of the table; the rows follow.
    const bytes = await readFile(path);
    await writeFile(path, bytes.fill(0, 2 * PAGE_BYTES));
    const rows = opened(path).prepare('SELECT x FROM t ORDER BY rowid DESC');
    for (const read of [() => rows.get(), () => rows.all(), () => [...rows.iterate()]]) {
      const failure = asUnavailable(thrownBy(read));
      expect(failure).toBeInstanceOf(JournalDamaged);
      expect(failure).toMatchObject({ code: 'SQLITE_CORRUPT' });
    }
  });

  it('is the fault of one call where a constraint fails, and of the schema where a table is missing', async () => {
    const database = opened(await newFile());
    database.exec('CREATE TABLE t (x NOT NULL)');
    expect(asUnavailable(thrownBy(() => database.exec('INSERT INTO t VALUES (NULL)')))).toBeUndefined();
    const missing = thrownBy(() => database.prepare('SELECT * FROM missing'));
    expect(asUnavailable(missing)).toBeUndefined();
    expect(asDamagedSchema(missing)).toMatchObject({
      name: 'JournalDamaged',
      message: expect.stringContaining('no such table'),
    });
  });
});
