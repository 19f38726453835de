import { resolve } from 'node:path';
import { JournalDamaged } from '../contract/errors.js';
import { JournalIdFile } from '../integrity/journal-id-file.js';
import { type Database, loadBinding } from './binding.js';
import { checkJournalFile, createPrivate } from './journal-file.js';
import { pragma } from './pragma.js';
import { retryWhileBusy } from './retry-while-busy.js';
import { asDamagedSchema } from './sqlite-errors.js';
import { checkStructure, migrate } from './sqlite-schema.js';

export interface SqliteOptions {
  /** How long to wait for a lock of another process. */
  readonly busyTimeoutMs?: number;
  /** How often to poll for commits of other processes while there are listeners. */
  readonly watchMs?: number;
  /** Maximum size of the file in pages of 4 KiB. */
  readonly maxPages?: number;
}

/** SQLite blocks the event loop while it waits for a lock. Longer waits are asynchronous. */
const BLOCKING_MS = 5;
/** Pages in the write-ahead log before a checkpoint. A large number moves pages that change often only once. */
const CHECKPOINT_PAGES = 8000;
/** A larger write-ahead log is truncated at the next checkpoint. */
const MAX_WAL_BYTES = 64 * 1024 * 1024;
/** Pages in memory. SQLite's default of 2,000 KiB makes reads of a large journal slower. */
const CACHE_KIB = 16_000;

export async function openDatabase(
  path: string,
  { busyTimeoutMs, maxPages }: SqliteOptions & { readonly busyTimeoutMs: number },
): Promise<Database> {
  const { DatabaseSync } = await loadBinding();
  const file = resolve(path);
  // Before the file: another process may be creating both, the file first.
  const journalId = new JournalIdFile(`${file}.id`);
  if (checkJournalFile(file) === 0) journalId.checkEmpty(`${file} is missing or empty`);
  createPrivate(file);
  let database: Database | undefined;
  try {
    const opened = new DatabaseSync(file, { timeout: BLOCKING_MS });
    database = opened;
    await retryWhileBusy(() => prepareFile(opened, file), busyTimeoutMs);
    journalId.accept(idOf(opened));
    if (maxPages !== undefined) pragma(opened, `max_page_count = ${maxPages}`);
    return opened;
  } catch (error) {
    database?.close();
    throw asDamagedSchema(error);
  }
}

function prepareFile(database: Database, file: string): void {
  pragma(database, 'foreign_keys = OFF');
  // Before the other pragmas, so that the database of another program keeps its settings.
  migrate(database, file);
  // A row that its index does not find would look as if it did not exist. This takes 50 ms for 100,000 keys.
  for (const check of ["integrity_check('log')", "integrity_check('creation')", "quick_check('operation')"]) {
    checkStructure(database, check);
  }
  pragma(database, 'journal_mode = WAL');
  // With NORMAL a power failure loses acknowledged commits. On macOS fsync alone does not flush the disk.
  pragma(database, 'synchronous = FULL');
  pragma(database, 'fullfsync = ON');
  pragma(database, 'foreign_keys = ON');
  pragma(database, `wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  pragma(database, `journal_size_limit = ${MAX_WAL_BYTES}`);
  pragma(database, `cache_size = -${CACHE_KIB}`);
}

/** The id of the journal, which a backup has too. */
function idOf(database: Database): string {
  const row = database.prepare('SELECT id FROM journal').get() as { readonly id?: unknown } | undefined;
  if (typeof row?.id !== 'string') throw new JournalDamaged('The id of the journal is missing in the file.');
  return row.id;
}
