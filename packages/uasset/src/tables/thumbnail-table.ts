import type { ByteCursor } from '../bytes/byte-cursor.js';
import type { ByteWindow } from '../bytes/byte-window.js';
import { imageType } from '../bytes/image-type.js';
import { PackageError } from '../bytes/package-error.js';
import type { Thumbnail } from '../format/package.js';

interface Place {
  readonly object: string;
  readonly offset: number;
}

const HEADER_BYTES = 12;

export function readThumbnailPlaces(cursor: ByteCursor): Place[] {
  return Array.from({ length: cursor.count(12) }, () => {
    const className = cursor.text();
    const path = cursor.text();
    return { object: `${className} ${path}`, offset: cursor.i32() };
  });
}

/**
 * All thumbnails of a package. Together they must not exceed the file or the limit, because many entries could refer to the
 * same large image.
 */
export async function readThumbnails(
  window: ByteWindow,
  places: readonly Place[],
  cursorAt: (offset: number, bytes: Uint8Array) => ByteCursor,
  maxBytes: number,
): Promise<Thumbnail[]> {
  const thumbnails: Thumbnail[] = [];
  let bytes = 0;
  for (const place of places) {
    const thumbnail = await readThumbnail(window, place, cursorAt, length => {
      bytes += length;
      if (bytes > window.size) throw new PackageError('malformed', 'Thumbnails overlap.', place.offset);
      if (bytes > maxBytes)
        throw new PackageError('too-large', `Thumbnails have more than ${maxBytes} bytes.`, place.offset);
    });
    if (thumbnail) thumbnails.push(thumbnail);
  }
  return thumbnails;
}

/** Undefined where the entry has no image. `check` may refuse its length before it is read. */
async function readThumbnail(
  window: ByteWindow,
  { object, offset }: Place,
  cursorAt: (offset: number, bytes: Uint8Array) => ByteCursor,
  check: (length: number) => void,
): Promise<Thumbnail | undefined> {
  const header = cursorAt(offset, await window.bytes(offset, HEADER_BYTES));
  const width = header.i32();
  // A negative height marks a JPEG.
  const height = Math.abs(header.i32());
  const length = header.i32();
  if (length <= 0) return undefined;
  check(length);
  const data = await window.bytes(offset + HEADER_BYTES, length);
  const mimeType = imageType(data);
  return mimeType && { object, width, height, data: new Uint8Array(data), mimeType };
}
