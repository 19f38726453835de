import { type Dirent, opendirSync } from 'node:fs';
import { opendir, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { errorCode } from '@worldwire/server/kit';
import { UnrealError } from '../port/unreal-error.js';
import { openFolder, openInside } from './opened-place.js';
import { decodeText } from './text-encoding.js';

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG']);
/** Of one text file. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Of one folder. */
const MAX_NAMES = 250_000;
const NAMES_AT_ONCE = 512;

/** A text file of a project, such as its settings, in any encoding that an editor writes. */
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
 * The first MAX_NAMES entries of a folder; none where it does not exist, may not be read, or is reached over a link. `before`
 * is called when the folder is known not to be a link, before it is read.
 */
export async function entriesOf(folder: string, before?: () => void): Promise<Dirent[]> {
  try {
    const opened = await openFolder(folder);
    try {
      before?.();
      return await firstEntries(opened.path);
    } finally {
      await opened.close();
    }
  } catch (thrown) {
    if (isOutOfReach(thrown)) return [];
    throw thrown;
  }
}

/** The names of a folder are in the cache of the system: pieces of them are read at once. */
async function firstEntries(folder: string): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  const opened = opendirSync(folder, { bufferSize: NAMES_AT_ONCE });
  try {
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
      entries.push(entry);
      if (entries.length === MAX_NAMES) break;
      if (entries.length % NAMES_AT_ONCE === 0) await turn();
    }
    return entries;
  } finally {
    opened.closeSync();
  }
}

/** One entry at a time, for folders of any size. */
export async function* eachEntry(folder: string, before?: () => void): AsyncIterable<Dirent> {
  const opened = await openFolder(folder);
  try {
    before?.();
    yield* await opendir(opened.path, { bufferSize: NAMES_AT_ONCE });
  } finally {
    await opened.close();
  }
}

/** Whether the path exists and no part of it is a link. A file is checked again when it is opened. */
export async function isPlain(path: string): Promise<boolean> {
  try {
    const real = await realpath(path);
    // On systems that ignore case, the real path has the case of the file's name.
    return real === path || (process.platform !== 'linux' && real.toLowerCase() === path.toLowerCase());
  } catch (thrown) {
    if (isOutOfReach(thrown)) return false;
    throw thrown;
  }
}

/** Whether a path does not exist for this user: it is missing, or may not be read. */
export function isOutOfReach(thrown: unknown): boolean {
  return NOT_THERE.has(errorCode(thrown) ?? '');
}
