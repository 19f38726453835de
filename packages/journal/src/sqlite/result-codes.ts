/** A result code of SQLite (https://www.sqlite.org/rescode.html) that means a failure of the store itself. */
export interface Result {
  /** The primary code. */
  readonly code: number;
  readonly name: string;
  /** The beginning of SQLite's message. */
  readonly text: string;
  /** The problem and what the operator can do. */
  readonly advice: string;
  readonly damage: boolean;
}

const PERMISSIONS = 'Check the permissions of its file and folder.';
const CANNOT_OPEN = `The journal cannot be opened. ${PERMISSIONS}`;

// biome-ignore format: a table reads by its columns
const RESULTS: readonly Result[] = [
  result(3, 'SQLITE_PERM', 'access permission denied', CANNOT_OPEN),
  result(5, 'SQLITE_BUSY', 'database is locked', 'Another process keeps the journal locked. Try again, or end that process.'),
  result(6, 'SQLITE_LOCKED', 'database table is locked', 'Another connection keeps the journal locked. Try again.'),
  result(7, 'SQLITE_NOMEM', 'out of memory', 'There is not enough memory to write the journal.'),
  result(8, 'SQLITE_READONLY', 'attempt to write a readonly database', `The journal cannot be written. ${PERMISSIONS}`),
  result(9, 'SQLITE_INTERRUPT', 'interrupted', 'The write was interrupted. Try again.'),
  result(10, 'SQLITE_IOERR', 'disk I/O error', 'The disk failed while the journal was read or written. Check the disk and its free space.'),
  result(11, 'SQLITE_CORRUPT', 'database disk image is malformed', 'The file of the journal is damaged.', true),
  result(13, 'SQLITE_FULL', 'database or disk is full', 'The disk is full. Free some space; the journal then continues by itself.'),
  result(14, 'SQLITE_CANTOPEN', 'unable to open database file', 'The journal cannot be opened. Check that its folder exists and is writable.'),
  result(15, 'SQLITE_PROTOCOL', 'locking protocol', 'The journal could not be locked. Do not keep it on a network file system.'),
  result(22, 'SQLITE_NOLFS', 'large file support is disabled', 'The disk cannot hold a file this large.'),
  result(23, 'SQLITE_AUTH', 'authorization denied', CANNOT_OPEN),
  result(26, 'SQLITE_NOTADB', 'file is not a database', 'The file of the journal is not a SQLite database, or its first page is damaged.', true),
];

/** An extended code has its primary code in the last byte: SQLITE_IOERR_WRITE is a kind of SQLITE_IOERR. */
const PRIMARY = 0xff;

/** Undefined for other errors, and for SQLite errors that concern a single call. */
export function resultOf(error: unknown): Result | undefined {
  if (!isSqliteError(error)) return undefined;
  const { errcode, message } = error;
  // The package for older versions of Node omits the code when several rows are read.
  return errcode === undefined
    ? RESULTS.find(({ text }) => message.startsWith(text))
    : RESULTS.find(({ code }) => code === (errcode & PRIMARY));
}

export function isSqliteError(error: unknown): error is Error & { readonly errcode?: number } {
  return error instanceof Error && (error as { readonly code?: unknown }).code === 'ERR_SQLITE_ERROR';
}

function result(code: number, name: string, text: string, advice: string, damage = false): Result {
  return { code, name, text, advice, damage };
}
