import { closeSync, constants, fstatSync, openSync, realpathSync, type Stats, statSync } from 'node:fs';
import { JournalUnavailable } from '../contract/errors.js';

/** What SQLite keeps beside the file. */
const SIDE_FILES = ['-wal', '-shm', '-journal'];

/**
 * Looks at the file before SQLite does, which would wait for the other end of a pipe for ever. A symbolic link to a
 * regular file is followed, as SQLite does; it keeps its other files beside the target. Returns the size, which is 0
 * where there is no file.
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

/** Makes the file for this user alone, where there is none. SQLite gives its other files the mode of this one. */
export function createPrivate(file: string): void {
  // Without waiting: the file may have been exchanged since it was looked at. Windows knows neither pipes nor this flag.
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
      `The journal ${file} cannot be opened for writing (${code}). Check that its folder is there and its permissions.`,
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
      `${path} cannot be looked at (${code}). Check its folder and its permissions.`,
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
    `${path} is ${kind}, and the journal must be a regular file. Move it away, or give another path.`,
  );
}
