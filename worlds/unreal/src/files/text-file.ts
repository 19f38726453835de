import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { UnrealError } from '../source/unreal-error.js';

// Absent on Windows, where making a link takes more rights than we defend against.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
// Else opening a pipe would wait for somebody to write into it.
const NO_WAIT = constants.O_NONBLOCK ?? 0;

export const READ_ONLY = constants.O_RDONLY | NO_FOLLOW | NO_WAIT;

const MOST_BYTES = 4 * 1024 * 1024;

/** A whole text of a project, such as its settings, whatever encoding its editor chose. */
export async function readText(file: string): Promise<string> {
  const handle = await open(file, READ_ONLY);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new UnrealError('failed', `${basename(file)} is not a file.`);
    if (stats.size > MOST_BYTES) {
      throw new UnrealError(
        'failed',
        `${basename(file)} has ${stats.size} bytes; at most ${MOST_BYTES} are read.`,
      );
    }
    const bytes = new Uint8Array(stats.size);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return decodeText(bytes.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** UTF-8, unless a mark at the front says that it is UTF-16. The mark is not part of the text. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

export function encodingOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
