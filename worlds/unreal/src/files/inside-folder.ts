import type { Dirent } from 'node:fs';
import { opendir, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { UnrealError } from '../port/unreal-error.js';
import { openFolder, openInside } from './opened-place.js';
import { decodeText } from './text-encoding.js';

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG']);
/** Of one text of a project. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Of one folder. */
const MAX_NAMES = 250_000;
/** Names that the system is asked for at once. */
const NAMES_AT_ONCE = 512;

/** A whole text of a project, such as its settings, whatever encoding its editor chose. */
export async function readText(file: string, maxBytes = MAX_BYTES): Promise<string> {
  const handle = await openInside(file);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new UnrealError('failed', `${basename(file)} is not a file.`);
    if (stats.size > maxBytes) {
      throw new UnrealError(
        'failed',
        `${basename(file)} has ${stats.size} bytes; at most ${maxBytes} are read.`,
      );
    }
    const bytes = new Uint8Array(stats.size);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return decodeText(bytes.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/**
 * What is in a folder; nothing where it is not there, may not be read, or is reached over a link. `before` is called when
 * the folder is known to be no link, and not yet read. A folder with more than MAX_NAMES names gives the first of them.
 */
export async function entriesOf(folder: string, before?: () => void): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  try {
    for await (const entry of eachEntry(folder, before)) {
      entries.push(entry);
      if (entries.length === MAX_NAMES) break;
    }
    return entries;
  } catch (thrown) {
    if (isOutOfReach(thrown)) return [];
    throw thrown;
  }
}

/** One entry at a time, for folders with more names than belong into memory. */
export async function* eachEntry(folder: string, before?: () => void): AsyncIterable<Dirent> {
  const opened = await openFolder(folder);
  try {
    before?.();
    yield* await opendir(opened.path, { bufferSize: NAMES_AT_ONCE });
  } finally {
    await opened.close();
  }
}

/** Whether it is there and no part of the path is a link. What is then read is checked again when it is opened. */
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
