import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { PackageError } from '../package-error.js';
import { pngFile, swapInRows } from './png.js';

interface Parts {
  readonly width: number;
  readonly height: number;
  readonly header: Uint8Array;
  readonly data: Uint8Array;
}

const compress = promisify(deflate);
const decompress = promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(inflate);
const SIGNATURE_BYTES = 8;
const RGB = 2;
const RGBA = 6;
/** Zlib makes at most about a thousand bytes of one. */
const MOST_FROM_ONE = 1_100;

/**
 * The engine hands pixels of blue, green, red to a PNG encoder as if they were red, green, blue. The filters of PNG
 * work on each channel by itself, so that exchanging two needs no decoding of the picture.
 */
export async function swapRedAndBlue(png: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const { width, height, header, data } = readParts(png);
  const channels = header[9] === RGBA ? 4 : 3;
  if (header[8] !== 8 || (header[9] !== RGBA && header[9] !== RGB) || header[12] !== 0)
    throw new PackageError('unsupported', 'The source is a PNG of another kind.');
  const rowBytes = width * channels + 1;
  const bytes = height * rowBytes;
  if (bytes > data.length * MOST_FROM_ONE) throw damaged();
  if (bytes > maxBytes) throw new PackageError('too-large', `A picture of ${bytes} bytes is over the limit.`);
  const rows = await decompress(data, { maxOutputLength: Math.max(1, bytes) }).catch(() => undefined);
  if (rows?.length !== bytes) throw damaged();
  swapInRows(rows, width * channels, channels);
  return pngFile(header, await compress(rows, { level: 1 }));
}

function readParts(png: Uint8Array): Parts {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.length);
  let header: Buffer | undefined;
  const data: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > bytes.length) throw damaged();
    const part = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') header = part;
    if (type === 'IDAT') data.push(part);
    if (type === 'IEND') break;
    at += 12 + length;
  }
  if (header?.length !== 13) throw damaged();
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    header,
    data: Buffer.concat(data),
  };
}

function damaged(): PackageError {
  return new PackageError('malformed', 'The source is a damaged PNG.');
}
