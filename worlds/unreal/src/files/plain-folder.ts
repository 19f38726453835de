import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG']);

/**
 * What is in a folder; nothing where it is not there, may not be read, or is reached over a link. `before` is called
 * between the two: when it is known to be no link, and not yet read.
 */
export async function entriesOf(folder: string, before?: () => void): Promise<Dirent[]> {
  if (!(await isPlain(folder))) return [];
  before?.();
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (thrown) {
    if (isOutOfReach(thrown)) return [];
    throw thrown;
  }
}

/** Whether it is there and no part of the path is a link. It is below a folder whose own links are resolved. */
export async function isPlain(path: string): Promise<boolean> {
  try {
    const real = await realpath(path);
    // Where systems take names in any case, the real path is the name as it was given to the file.
    return real === path || (process.platform !== 'linux' && real.toLowerCase() === path.toLowerCase());
  } catch (thrown) {
    if (isOutOfReach(thrown)) return false;
    throw thrown;
  }
}

export function isMissing(thrown: unknown): boolean {
  const { code } = thrown as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Nothing that can be seen is there: whether it is missing, or this user may not look. */
export function isOutOfReach(thrown: unknown): boolean {
  return NOT_THERE.has((thrown as NodeJS.ErrnoException).code ?? '');
}
