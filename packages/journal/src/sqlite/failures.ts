import Database from 'better-sqlite3';
import { JournalUnavailable } from '../errors.js';

/** By primary code: what happened, and what the operator can do. */
const ADVICE: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'The disk is full. Free some space; the journal goes on by itself.',
  SQLITE_BUSY: 'Another process keeps the journal locked. Try again, or end that process.',
  SQLITE_LOCKED: 'Another connection keeps the journal locked. Try again.',
  SQLITE_READONLY: 'The journal cannot be written. Check the permissions of its file and folder.',
  SQLITE_PERM: 'The journal cannot be opened. Check the permissions of its file and folder.',
  SQLITE_AUTH: 'The journal cannot be opened. Check the permissions of its file and folder.',
  SQLITE_CANTOPEN: 'The journal cannot be opened. Check that its folder is there and can be written.',
  SQLITE_IOERR: 'The disk failed while the journal was read or written. Check the disk and its free space.',
  SQLITE_CORRUPT: 'The journal file is damaged. Stop, keep a copy of it, and restore a backup.',
  SQLITE_NOTADB: 'The file is not a SQLite database. Give another path.',
  SQLITE_PROTOCOL: 'The journal could not be locked. Do not keep it on a network file system.',
  SQLITE_NOLFS: 'The disk cannot hold a file this large.',
  SQLITE_NOMEM: 'There is not enough memory to write the journal.',
  SQLITE_INTERRUPT: 'The write was interrupted. Try again.',
};

export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && primaryCode(error.code) === 'SQLITE_BUSY';
}

/** The failure of the store itself, or undefined where only this one call is at fault. */
export function asUnavailable(error: unknown): JournalUnavailable | undefined {
  if (error instanceof JournalUnavailable) return error;
  if (!(error instanceof Database.SqliteError)) return undefined;
  const advice = ADVICE[primaryCode(error.code)];
  return advice === undefined
    ? undefined
    : new JournalUnavailable(`${advice} (${error.code})`, { cause: error });
}

/** SQLITE_IOERR_WRITE is a kind of SQLITE_IOERR. */
function primaryCode(code: string): string {
  return code.split('_', 2).join('_');
}
