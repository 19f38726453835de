import Database from 'better-sqlite3';
import { JournalDamaged, JournalUnavailable } from '../errors.js';

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
  SQLITE_PROTOCOL: 'The journal could not be locked. Do not keep it on a network file system.',
  SQLITE_NOLFS: 'The disk cannot hold a file this large.',
  SQLITE_NOMEM: 'There is not enough memory to write the journal.',
  SQLITE_INTERRUPT: 'The write was interrupted. Try again.',
};

export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && primaryCode(error.code) === 'SQLITE_BUSY';
}

/** By primary code: what is damaged. */
const DAMAGE: Readonly<Record<string, string>> = {
  SQLITE_CORRUPT: 'The file of the journal is damaged.',
  SQLITE_NOTADB: 'The file of the journal is not a SQLite database, or its first page is damaged.',
};

/** The failure of the store itself, or undefined where only this one call is at fault. */
export function asUnavailable(error: unknown): JournalUnavailable | undefined {
  if (error instanceof JournalUnavailable) return error;
  if (!(error instanceof Database.SqliteError)) return undefined;
  const damage = DAMAGE[primaryCode(error.code)];
  if (damage !== undefined) return new JournalDamaged(`${damage} (${error.code})`, { cause: error });
  const advice = ADVICE[primaryCode(error.code)];
  return advice === undefined
    ? undefined
    : new JournalUnavailable(`${advice} (${error.code})`, { cause: error });
}

/** A statement that cannot be prepared has met other tables than those that the version of the schema stands for. */
export function asDamagedSchema(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  return (
    asUnavailable(error) ??
    new JournalDamaged(`The tables of the journal are damaged. (${error.message})`, { cause: error })
  );
}

/** SQLITE_IOERR_WRITE is a kind of SQLITE_IOERR. */
function primaryCode(code: string): string {
  return code.split('_', 2).join('_');
}
