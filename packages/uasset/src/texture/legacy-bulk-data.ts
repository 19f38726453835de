import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { ByteCursor } from '../bytes/byte-cursor.js';
import { PackageError } from '../bytes/package-error.js';
import type { PackageHead } from '../package/package-head.js';

const AT_END = 0x0001;
const ZLIB = 0x0002;
const ELSEWHERE = 0x0100 | 0x0800 | 0x1000;
const LONG_SIZES = 0x2000;
const BAD_VERSION = 0x8000;
const ABSOLUTE = 0x1_0000;
const CHUNK_TAG = 0x9e2a83c1;

const inflated = promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(inflate);

/** The bulk data of UE 4: after its header, or at the end of the file. */
export async function readLegacyBulkData(
  head: PackageHead,
  cursor: ByteCursor,
  maxBytes: number,
): Promise<Uint8Array> {
  const flags = cursor.u32();
  const long = (flags & LONG_SIZES) !== 0;
  const size = long ? cursor.i64() : cursor.i32();
  const sizeInFile = long ? cursor.i64() : cursor.i32();
  const place = cursor.i64();
  if (flags & BAD_VERSION) cursor.skip(2);
  if (flags & ELSEWHERE)
    throw new PackageError('unsupported', 'The bulk data is in another file.', cursor.offset);
  if (Math.max(size, sizeInFile) > maxBytes)
    throw new PackageError('too-large', `The bulk data has ${size} bytes; the limit is ${maxBytes}.`);
  const atEnd = place + (flags & ABSOLUTE ? 0 : head.summary.bulkDataStartOffset);
  const bytes = await head.window.bytes(flags & AT_END ? atEnd : cursor.offset, sizeInFile);
  if ((flags & ZLIB) === 0) return bytes;
  return inflateChunks(new ByteCursor(bytes, cursor.offset, head.cursorOptions), size);
}

async function inflateChunks(cursor: ByteCursor, size: number): Promise<Uint8Array> {
  if (cursor.i64() !== CHUNK_TAG)
    throw cursor.malformed('The compressed bulk data does not begin with its tag.');
  const block = cursor.i64();
  cursor.skip(8);
  const total = cursor.i64();
  if (total !== size || block <= 0)
    throw cursor.malformed('The sizes in the compressed bulk data do not agree.');
  const lengths = Array.from({ length: cursor.checkCount(Math.ceil(total / block), 16) }, () => ({
    compressed: cursor.i64(),
    plain: cursor.i64(),
  }));
  if (lengths.reduce((sum, { plain }) => sum + plain, 0) !== total)
    throw cursor.malformed('The sizes in the compressed bulk data do not agree.');
  const whole = new Uint8Array(total);
  let at = 0;
  for (const { compressed, plain } of lengths) {
    whole.set(await inflateBlock(cursor, compressed, plain), at);
    at += plain;
  }
  return whole;
}

async function inflateBlock(cursor: ByteCursor, compressed: number, plain: number): Promise<Uint8Array> {
  const bytes = cursor.bytes(compressed);
  // The maximum compression ratio of zlib is about 1,000.
  if (plain <= 0 || plain > bytes.length * 1_100)
    throw cursor.malformed(`A block of bulk data cannot have ${plain} bytes.`);
  const part = await inflated(bytes, { maxOutputLength: plain }).catch(() => undefined);
  if (part?.length !== plain) throw cursor.malformed('A block of bulk data cannot be decompressed.');
  return part;
}
