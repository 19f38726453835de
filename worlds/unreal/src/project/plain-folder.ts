import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP']);

/** What is in a folder; nothing where it is not there, may not be read, or is reached over a link. */
export async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return (await isPlain(folder)) ? await readdir(folder, { withFileTypes: true }) : [];
  } catch (thrown) {
    if (NOT_THERE.has((thrown as NodeJS.ErrnoException).code ?? '')) return [];
    throw thrown;
  }
}

/** Whether no part of the path is a link. The path is one below a folder whose own links are resolved. */
export async function isPlain(path: string): Promise<boolean> {
  const real = await realpath(path);
  // Where systems take names in any case, the real path is the name as it was given to the file.
  return real === path || (process.platform !== 'linux' && real.toLowerCase() === path.toLowerCase());
}

export function isMissing(thrown: unknown): boolean {
  const { code } = thrown as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
