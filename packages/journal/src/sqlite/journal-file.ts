import { closeSync, constants, fstatSync, openSync, realpathSync, type Stats, statSync } from 'node:fs';
import { JournalUnavailable } from '../contract/errors.js';

/** Suffixes of the files that SQLite keeps beside the database. */
const SIDE_FILES = ['-wal', '-shm', '-journal'];

/**
 * Refuses anything but regular files: SQLite would wait for the other end of a pipe. Follows symbolic links as SQLite does,
 * which keeps its other files beside the target. Returns the size, or 0 if there is no file.
 */
export function checkJournalFile(file: string): number {
  const found = statOf(file);
  if (found === undefined) return 0;
  for (const path of [file, ...SIDE_FILES.map(suffix => realpathSync(file) + suffix)]) {
    const stats = path === file ? found : statOf(path);
    if (stats !== undefined && !stats.isFile()) throw notAFile(path, stats);
  }
  return found.size;
}

/** Creates the file, if missing, for this user only. SQLite gives its other files the same mode. */
export function createPrivate(file: string): void {
  // Non-blocking: the file may have been replaced by a pipe since the check. Windows does not have the flag.
  const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);
  try {
    const descriptor = openSync(file, flags, 0o600);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) throw notAFile(file, stats);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    if (cause instanceof JournalUnavailable) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    throw new JournalUnavailable(
      `The journal ${file} cannot be opened for writing (${code}). Check that its folder exists, and its permissions.`,
      { cause },
    );
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new JournalUnavailable(
      `${path} cannot be accessed (${code}). Check its folder and its permissions.`,
      { cause },
    );
  }
}

function notAFile(path: string, stats: Stats): JournalUnavailable {
  const kind = stats.isDirectory()
    ? 'a folder'
    : stats.isFIFO()
      ? 'a pipe'
      : stats.isSocket()
        ? 'a socket'
        : 'a device';
  return new JournalUnavailable(
    `${path} is ${kind}, but the journal must be a regular file. Move it away, or use another path.`,
  );
}
