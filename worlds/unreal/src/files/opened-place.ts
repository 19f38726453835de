import { constants, readlinkSync } from 'node:fs';
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';

// Absent on Windows, where only administrators create links.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
// Opening a pipe would wait for a writer.
const NO_WAIT = constants.O_NONBLOCK ?? 0;
const FOLDER = constants.O_DIRECTORY ?? 0;
const IS_LINUX = process.platform === 'linux';
/** The kernel's suffix for a file that was removed or replaced after it was opened. */
const REMOVED = ' (deleted)';

/** The path contains a link, or changed while it was opened. Callers treat the file as missing. */
class LinkedPathError extends Error {
  override readonly name = 'LinkedPathError';
  readonly code = 'ELOOP';
  readonly syscall = 'open';
}

/**
 * Opens a file, and then checks that the opened file is at this path without links. A check before opening would not help,
 * because a folder can be replaced by a link at any time. Read only from the handle. The path must be below a resolved folder.
 */
export function openInside(path: string): Promise<FileHandle> {
  return openChecked(path, constants.O_RDONLY | NO_FOLLOW | NO_WAIT);
}

export interface OpenedFolder {
  /** Leads to the checked folder until it is closed. */
  readonly path: string;
  close(): Promise<void>;
}

export async function openFolder(path: string): Promise<OpenedFolder> {
  // Windows does not open folders as files.
  if (process.platform === 'win32') return { path, close: async () => {} };
  const handle = await openChecked(path, constants.O_RDONLY | NO_FOLLOW | FOLDER).catch(async thrown => {
    // Linux reports ENOTDIR for a link to a folder, too.
    const isLink = thrown.code === 'ENOTDIR' && (await lstat(path)).isSymbolicLink();
    throw isLink ? new LinkedPathError(`${path} is a link.`) : thrown;
  });
  return { path: IS_LINUX ? descriptor(handle) : path, close: () => handle.close() };
}

/** Whether the path contains a link. */
export function isLinked(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).code === 'ELOOP';
}

async function openChecked(path: string, flags: number): Promise<FileHandle> {
  const handle = await open(path, flags);
  try {
    if (await isAt(handle, path)) return handle;
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
  await handle.close();
  throw new LinkedPathError(`${path} contains a link.`);
}

async function isAt(handle: FileHandle, path: string): Promise<boolean> {
  if (IS_LINUX) {
    // The kernel knows the place of the handle, whatever happens to the path.
    const real = readlinkSync(descriptor(handle));
    return real === path || real === path + REMOVED;
  }
  // Other systems do not report the place of an open file. A link that exists only between these calls is missed.
  const [opened, real, named] = await Promise.all([handle.stat(), realpath(path), stat(path)]);
  // On systems that ignore case, the real path has the case of the file's name.
  return real.toLowerCase() === path.toLowerCase() && opened.dev === named.dev && opened.ino === named.ino;
}

function descriptor({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}
