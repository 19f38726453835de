import { constants, readlinkSync } from 'node:fs';
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';

// Absent on Windows, where making a link takes more rights than we defend against.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
// Else opening a pipe would wait for somebody to write into it.
const NO_WAIT = constants.O_NONBLOCK ?? 0;
const FOLDER = constants.O_DIRECTORY ?? 0;
const IS_LINUX = process.platform === 'linux';
/** What the kernel appends to the name of a file that has been removed or replaced since it was opened. */
const REMOVED = ' (deleted)';

/** The path leads over a link, or changed while it was opened. To callers nothing is there. */
class LinkedPathError extends Error {
  override readonly name = 'LinkedPathError';
  readonly code = 'ELOOP';
  readonly syscall = 'open';
}

/**
 * Opens a file for reading, and then checks what was opened: it must be at this very path, with no link on the way. A check
 * of the path before would be worth nothing, because folders can be exchanged with links at any time. Read only from the
 * handle. The path is below a folder whose own links are resolved.
 */
export function openInside(path: string): Promise<FileHandle> {
  return openChecked(path, constants.O_RDONLY | NO_FOLLOW | NO_WAIT);
}

/** A folder that was opened and checked in the same way. */
export interface OpenedFolder {
  /** Leads to the folder that was checked, and to no other, until it is closed. */
  readonly path: string;
  close(): Promise<void>;
}

export async function openFolder(path: string): Promise<OpenedFolder> {
  // Windows opens no folders as files. Making a link takes more rights there than we defend against.
  if (process.platform === 'win32') return { path, close: async () => {} };
  const handle = await openChecked(path, constants.O_RDONLY | NO_FOLLOW | FOLDER).catch(async thrown => {
    // Linux says so of a link to a folder, too.
    const isLink = thrown.code === 'ENOTDIR' && (await lstat(path)).isSymbolicLink();
    throw isLink ? new LinkedPathError(`${path} is a link.`) : thrown;
  });
  return { path: IS_LINUX ? descriptor(handle) : path, close: () => handle.close() };
}

/** Whether the reason is that the path leads over a link. */
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
  throw new LinkedPathError(`${path} leads over a link.`);
}

async function isAt(handle: FileHandle, path: string): Promise<boolean> {
  if (IS_LINUX) {
    // Answered by the kernel from memory, and true of the handle whatever happens to the path.
    const real = readlinkSync(descriptor(handle));
    return real === path || real === path + REMOVED;
  }
  // Other systems do not say where an open file is. A link that comes and goes between these questions is not noticed.
  const [opened, real, named] = await Promise.all([handle.stat(), realpath(path), stat(path)]);
  // Where systems take names in any case, the real path is the name as it was given to the file.
  return real.toLowerCase() === path.toLowerCase() && opened.dev === named.dev && opened.ino === named.ino;
}

function descriptor({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}
