/** A result of SQLite (https://www.sqlite.org/rescode.html) by which the store itself has failed. */
export interface Result {
  /** The primary code. */
  readonly code: number;
  readonly name: string;
  /** How SQLite's own message begins. */
  readonly text: string;
  /** What happened, and what the operator can do. */
  readonly advice: string;
  readonly damage?: true;
}

const PERMISSIONS = 'Check the permissions of its file and folder.';

const RESULTS: readonly Result[] = [
  {
    code: 3,
    name: 'SQLITE_PERM',
    text: 'access permission denied',
    advice: `The journal cannot be opened. ${PERMISSIONS}`,
  },
  {
    code: 5,
    name: 'SQLITE_BUSY',
    text: 'database is locked',
    advice: 'Another process keeps the journal locked. Try again, or end that process.',
  },
  {
    code: 6,
    name: 'SQLITE_LOCKED',
    text: 'database table is locked',
    advice: 'Another connection keeps the journal locked. Try again.',
  },
  {
    code: 7,
    name: 'SQLITE_NOMEM',
    text: 'out of memory',
    advice: 'There is not enough memory to write the journal.',
  },
  {
    code: 8,
    name: 'SQLITE_READONLY',
    text: 'attempt to write a readonly database',
    advice: `The journal cannot be written. ${PERMISSIONS}`,
  },
  {
    code: 9,
    name: 'SQLITE_INTERRUPT',
    text: 'interrupted',
    advice: 'The write was interrupted. Try again.',
  },
  {
    code: 10,
    name: 'SQLITE_IOERR',
    text: 'disk I/O error',
    advice: 'The disk failed while the journal was read or written. Check the disk and its free space.',
  },
  {
    code: 11,
    name: 'SQLITE_CORRUPT',
    text: 'database disk image is malformed',
    advice: 'The file of the journal is damaged.',
    damage: true,
  },
  {
    code: 13,
    name: 'SQLITE_FULL',
    text: 'database or disk is full',
    advice: 'The disk is full. Free some space; the journal goes on by itself.',
  },
  {
    code: 14,
    name: 'SQLITE_CANTOPEN',
    text: 'unable to open database file',
    advice: 'The journal cannot be opened. Check that its folder is there and can be written.',
  },
  {
    code: 15,
    name: 'SQLITE_PROTOCOL',
    text: 'locking protocol',
    advice: 'The journal could not be locked. Do not keep it on a network file system.',
  },
  {
    code: 22,
    name: 'SQLITE_NOLFS',
    text: 'large file support is disabled',
    advice: 'The disk cannot hold a file this large.',
  },
  {
    code: 23,
    name: 'SQLITE_AUTH',
    text: 'authorization denied',
    advice: `The journal cannot be opened. ${PERMISSIONS}`,
  },
  {
    code: 26,
    name: 'SQLITE_NOTADB',
    text: 'file is not a database',
    advice: 'The file of the journal is not a SQLite database, or its first page is damaged.',
    damage: true,
  },
];

/** An extended code has its primary code in the last byte: SQLITE_IOERR_WRITE is a kind of SQLITE_IOERR. */
const PRIMARY = 0xff;

/** What an error of SQLite stands for, or undefined where it is another error or only one call is at fault. */
export function resultOf(error: unknown): Result | undefined {
  if (!isSqliteError(error)) return undefined;
  const { errcode, message } = error;
  // The package for older versions of Node leaves the code out where several rows are read.
  return errcode === undefined
    ? RESULTS.find(({ text }) => message.startsWith(text))
    : RESULTS.find(({ code }) => code === (errcode & PRIMARY));
}

export function isSqliteError(error: unknown): error is Error & { readonly errcode?: number } {
  return error instanceof Error && (error as { readonly code?: unknown }).code === 'ERR_SQLITE_ERROR';
}
