import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * Reads a text file of at most `max` bytes. Throws where it is larger, or something else than a file: a pipe would never end, and neither would
 * a device. `flags` beside those for reading.
 */
export async function readBounded(path: string, max: number, flags = 0): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
  try {
    if (!(await file.stat()).isFile()) throw new Error(`${path} is not a file.`);
    const bytes = await head(file, max + 1);
    if (bytes.length > max) throw new Error(`${path} has more than ${max} bytes.`);
    return bytes.toString('utf8');
  } finally {
    await file.close();
  }
}

/** The first `max` bytes of a file. */
export async function head(file: FileHandle, max: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(max);
  let filled = 0;
  while (filled < max) {
    const { bytesRead } = await file.read(buffer, filled, max - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
