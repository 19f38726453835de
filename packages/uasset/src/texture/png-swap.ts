import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import { PIECE_BYTES, type PngParts, pngFile, pngParts, swapInRow } from '@worldwire/picture';
import { PackageError } from '../bytes/package-error.js';
import type { PackageLimits } from '../format/package.js';
import { withinLimit } from './within-limit.js';

const RGB = 2;
const RGBA = 6;
/** The maximum compression ratio of zlib is about 1,000. */
const MAX_FROM_ONE = 1_100;

/**
 * The engine passes BGR pixels to a PNG encoder as RGB. PNG filters work per channel, so that two channels can be swapped
 * without decoding. Pixels are processed in pieces: only the compressed files are held.
 */
export async function swapRedAndBlue(
  png: Uint8Array,
  { pixels, pictureBytes }: Pick<PackageLimits, 'pixels' | 'pictureBytes'>,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const { width, height, header, data } = readParts(png);
  const channels = header[9] === RGBA ? 4 : 3;
  if (header[8] !== 8 || (header[9] !== RGBA && header[9] !== RGB) || header[12] !== 0)
    throw new PackageError('unsupported', 'The source is a PNG of an unsupported type.');
  const bytes = height * (width * channels + 1);
  const compressed = data.reduce((sum, part) => sum + part.length, 0);
  if (bytes > compressed * MAX_FROM_ONE) throw damaged();
  if (width * height > pixels) {
    const size = `${width} by ${height} pixels`;
    throw new PackageError('too-large', `The source is a PNG of ${size}; the limit is ${pixels}.`);
  }
  const rows = swappedRows(Readable.from(data), bytes, width * channels, channels);
  try {
    return await withinLimit(pngFile(header, rows, { maxBytes: pictureBytes, signal }));
  } catch (thrown) {
    throw isZlibError(thrown) ? damaged() : thrown;
  }
}

/** The inflated rows of an image, with exactly `bytes` bytes. */
async function* swappedRows(
  data: Readable,
  bytes: number,
  rowBytes: number,
  channels: number,
): AsyncIterable<Uint8Array> {
  const inflate = createInflate({ chunkSize: PIECE_BYTES });
  data.once('error', thrown => inflate.destroy(thrown));
  const pixel = new PixelPieces(rowBytes, channels);
  let left = bytes;
  try {
    for await (const piece of data.pipe(inflate) as AsyncIterable<Uint8Array>) {
      left -= piece.length;
      if (left < 0) throw damaged();
      yield pixel.swapped(piece);
    }
  } finally {
    data.destroy();
    inflate.destroy();
  }
  yield pixel.rest();
  if (left > 0) throw damaged();
}

/** Splits at pixels. The rest of a pixel is held for the next piece. */
class PixelPieces {
  #left: Uint8Array = new Uint8Array(0);
  /** Offset of the next byte in its row. The first byte of a row is its filter. */
  #at = 0;

  constructor(
    readonly rowBytes: number,
    readonly channels: number,
  ) {}

  swapped(piece: Uint8Array): Uint8Array {
    const bytes = this.#left.length === 0 ? piece : Buffer.concat([this.#left, piece]);
    let done = 0;
    while (done < bytes.length) {
      if (this.#at === 0) {
        done++;
        this.#at = 1;
        continue;
      }
      const inRow = this.rowBytes + 1 - this.#at;
      const here = Math.min(inRow, bytes.length - done);
      const whole = here - (here % this.channels);
      if (whole === 0) break;
      swapInRow(bytes.subarray(done, done + whole), this.channels);
      done += whole;
      this.#at = (this.#at + whole) % (this.rowBytes + 1);
    }
    this.#left = bytes.slice(done);
    return bytes.subarray(0, done);
  }

  rest(): Uint8Array {
    return this.#left;
  }
}

function readParts(png: Uint8Array): PngParts {
  const parts = pngParts(png);
  if (parts === undefined) throw damaged();
  return parts;
}

function isZlibError(thrown: unknown): boolean {
  return /^Z_/.test(String((thrown as NodeJS.ErrnoException).code));
}

function damaged(): PackageError {
  return new PackageError('malformed', 'The source is a damaged PNG.');
}
