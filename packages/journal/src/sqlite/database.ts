import { closeSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import Database from 'better-sqlite3';
import { JournalUnavailable } from '../errors.js';
import { asUnavailable } from './failures.js';
import { whenFree } from './patience.js';
import { migrate } from './schema.js';

export interface SqliteOptions {
  /** How long to wait for another process that is writing. */
  readonly patienceMs?: number;
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

export async function openDatabase(
  path: string,
  { patienceMs, maxPages }: SqliteOptions & { readonly patienceMs: number },
): Promise<Database.Database> {
  const file = resolve(path);
  createPrivate(file);
  let database: Database.Database | undefined;
  try {
    const opened = new Database(file, { timeout: BLOCKING_MS });
    database = opened;
    await whenFree(() => prepareFile(opened), patienceMs);
    if (maxPages !== undefined) opened.pragma(`max_page_count = ${maxPages}`);
    return opened;
  } catch (error) {
    database?.close();
    throw asUnavailable(error) ?? error;
  }
}

function prepareFile(database: Database.Database): void {
  // First, so that another program's database keeps its own settings.
  migrate(database);
  database.pragma('journal_mode = WAL');
  // NORMAL would acknowledge what a power cut can still take; a Mac's disk needs to be told twice.
  database.pragma('synchronous = FULL');
  database.pragma('fullfsync = ON');
  database.pragma('foreign_keys = ON');
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  database.pragma(`journal_size_limit = ${WAL_BYTES}`);
}

/** SQLite gives its other files the mode of this one. */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new JournalUnavailable(
      `The journal ${file} cannot be opened for writing (${code}). Check that its folder is there and its permissions.`,
      { cause },
    );
  }
}
