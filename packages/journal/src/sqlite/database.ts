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
  /** How long to wait for another process that is writing. */
  readonly busyTimeoutMs?: number;
  /** How often to look for another process's commits while somebody watches. */
  readonly watchMs?: number;
  /** The most pages of 4 KiB that the file may have; more is a full disk. */
  readonly maxPages?: number;
}

/** Long enough for a commit elsewhere to end, short enough for the event loop. The rest is waited for outside. */
const BLOCKING_MS = 5;
/** Pages in the write-ahead log before they move to the file. Pages that change often then move once, not many times. */
const CHECKPOINT_PAGES = 8000;
/** A burst may leave a large write-ahead log behind; past this it is cut at the next checkpoint. */
const WAL_BYTES = 64 * 1024 * 1024;
/** Pages that SQLite keeps in memory. Its default of 2,000 KiB makes reads of a large journal slower. */
const CACHE_KIB = 16_000;

export async function openDatabase(
  path: string,
  { busyTimeoutMs, maxPages }: SqliteOptions & { readonly busyTimeoutMs: number },
): Promise<Database> {
  // First: without it there is nothing to say about the file.
  const { DatabaseSync } = await loadBinding();
  const file = resolve(path);
  // Before the file: another process may be making both, the file first.
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
  // First, so that another program's database keeps its own settings.
  pragma(database, 'foreign_keys = OFF');
  migrate(database, file);
  // What an index does not lead to would look as if it had never been there. This takes 50 ms for 100,000 keys.
  for (const check of ["integrity_check('log')", "integrity_check('creation')", "quick_check('operation')"]) {
    checkStructure(database, check);
  }
  pragma(database, 'journal_mode = WAL');
  // NORMAL would acknowledge what a power cut can still take; a Mac's disk needs to be told twice.
  pragma(database, 'synchronous = FULL');
  pragma(database, 'fullfsync = ON');
  pragma(database, 'foreign_keys = ON');
  pragma(database, `wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  pragma(database, `journal_size_limit = ${WAL_BYTES}`);
  pragma(database, `cache_size = -${CACHE_KIB}`);
}

/** Which journal this is. A copy of the file, as a backup is, has the same id. */
function idOf(database: Database): string {
  const row = database.prepare('SELECT id FROM journal').get() as { readonly id?: unknown } | undefined;
  if (typeof row?.id !== 'string') throw new JournalDamaged('The id of the journal is missing in the file.');
  return row.id;
}
