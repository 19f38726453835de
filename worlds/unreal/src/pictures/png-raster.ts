import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import type { TimeSlice } from '../work/time-slice.js';

/** Pixels in memory: red, green, blue and opacity, row by row. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export interface PngHead {
  readonly width: number;
  readonly height: number;
  /** Bytes of a pixel in the file. */
  readonly pixelBytes: number;
  /** Bytes of one channel: 1 or 2. */
  readonly depthBytes: number;
  readonly colour: Colour;
  readonly palette: Uint8Array;
  readonly data: readonly Uint8Array[];
}

type Colour = keyof typeof CHANNELS;

const SIGNATURE_BYTES = 8;
const PIECE_BYTES = 64 * 1024;
/** By the colour type of a PNG: grey, RGB, palette, grey with opacity, RGBA. */
const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

/** The head of a PNG whose pixels can be read here; undefined for other pictures. https://www.w3.org/TR/png-3/ */
export function pngHead(bytes: Uint8Array): PngHead | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const data: Uint8Array[] = [];
  let header: Buffer | undefined;
  let palette: Uint8Array = new Uint8Array(0);
  if (file.toString('latin1', 1, 4) !== 'PNG') return undefined;
  for (let at = SIGNATURE_BYTES; at + 12 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (end + 4 > file.length) return undefined;
    if (type === 'IHDR') header = file.subarray(at + 8, end);
    if (type === 'PLTE') palette = file.subarray(at + 8, end);
    if (type === 'IDAT') data.push(file.subarray(at + 8, end));
    at = end + 4;
  }
  if (header?.length !== 13) return undefined;
  const [bits, colour, , , interlaced] = header.subarray(8);
  const known = (bits === 8 || (bits === 16 && colour !== 3)) && interlaced === 0;
  if (!known || !Object.hasOwn(CHANNELS, colour as number)) return undefined;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const depthBytes = bits / 8;
  const pixelBytes = CHANNELS[colour as Colour] * depthBytes;
  if (width === 0 || height === 0) return undefined;
  return { width, height, pixelBytes, depthBytes, colour: colour as Colour, palette, data };
}

/**
 * The pixels of a PNG, averaged down to a smaller size. The file is inflated piece by piece, so that only one row of it and
 * the smaller picture are in memory. Undefined where it is damaged.
 */
export async function shrunkPng(
  head: PngHead,
  width: number,
  height: number,
  slice: TimeSlice,
): Promise<Raster | undefined> {
  const scaler = new Scaler(head.width, head.height, width, height);
  const rowBytes = head.width * head.pixelBytes + 1;
  const row = Buffer.alloc(rowBytes);
  let [before, filled, count] = [Buffer.alloc(rowBytes), 0, 0];
  const inflate = createInflate({ chunkSize: PIECE_BYTES });
  const source = Readable.from(head.data);
  source.once('error', thrown => inflate.destroy(thrown));
  try {
    for await (const piece of source.pipe(inflate) as AsyncIterable<Buffer>) {
      for (let at = 0; at < piece.length && count < head.height; ) {
        const part = piece.copy(row, filled, at, at + rowBytes - filled);
        at += part;
        filled += part;
        if (filled < rowBytes) break;
        unfilter(row, before, head.pixelBytes);
        scaler.add(rgbaOf(row, head), count++);
        before = Buffer.from(row);
        filled = 0;
        if (slice.isOver) await slice.yieldToEventLoop();
      }
      slice.signal.throwIfAborted();
      if (count === head.height) break;
    }
  } catch (thrown) {
    if (/^Z_/.test(String((thrown as NodeJS.ErrnoException).code))) return undefined;
    throw thrown;
  } finally {
    source.destroy();
    inflate.destroy();
  }
  return count === head.height ? scaler.raster() : undefined;
}

/** Restores the bytes of a row; the first byte of the row is its filter. */
function unfilter(row: Buffer, before: Buffer, pixelBytes: number): void {
  const first = 1 + pixelBytes;
  const { length } = row;
  switch (row[0]) {
    case 1:
      for (let at = first; at < length; at++) row[at] = row[at]! + row[at - pixelBytes]!;
      break;
    case 2:
      for (let at = 1; at < length; at++) row[at] = row[at]! + before[at]!;
      break;
    case 3:
      for (let at = 1; at < length; at++)
        row[at] = row[at]! + (((at < first ? 0 : row[at - pixelBytes]!) + before[at]!) >> 1);
      break;
    case 4:
      for (let at = 1; at < first; at++) row[at] = row[at]! + before[at]!;
      for (let at = first; at < length; at++)
        row[at] = row[at]! + paeth(row[at - pixelBytes]!, before[at]!, before[at - pixelBytes]!);
      break;
    default:
  }
}

export function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const toLeft = Math.abs(guess - left);
  const toUp = Math.abs(guess - up);
  const toCorner = Math.abs(guess - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** The raster at a smaller size. */
export async function shrunkRaster(
  { width, height, pixels }: Raster,
  smaller: { readonly width: number; readonly height: number },
  slice: TimeSlice,
): Promise<Raster> {
  const scaler = new Scaler(width, height, smaller.width, smaller.height);
  for (let y = 0; y < height; y++) {
    scaler.add(pixels.subarray(y * width * 4, (y + 1) * width * 4), y);
    if (slice.isOver) await slice.yieldToEventLoop();
  }
  return scaler.raster();
}

/** One row of the file as red, green, blue and opacity. */
function rgbaOf(row: Uint8Array, { width, pixelBytes, depthBytes, colour, palette }: PngHead): Uint8Array {
  const rgba = new Uint8Array(width * 4).fill(255);
  const isGrey = colour === 0 || colour === 4;
  const opacity = colour === 6 ? 3 : colour === 4 ? 1 : undefined;
  for (let x = 0; x < width; x++) {
    const at = 1 + x * pixelBytes;
    for (let part = 0; part < 3; part++) {
      rgba[x * 4 + part] =
        colour === 3 ? (palette[row[at]! * 3 + part] ?? 0) : row[at + (isGrey ? 0 : part * depthBytes)]!;
    }
    if (opacity !== undefined) rgba[x * 4 + 3] = row[at + opacity * depthBytes]!;
  }
  return rgba;
}

/** Sums of the pixels that become one. */
class Scaler {
  readonly #columns: Uint32Array;
  readonly #rows: number;
  readonly #width: number;
  readonly #height: number;
  readonly #sums: Uint32Array;
  readonly #counts: Uint32Array;

  constructor(fromWidth: number, fromHeight: number, width: number, height: number) {
    this.#columns = Uint32Array.from({ length: fromWidth }, (_, x) => Math.floor((x * width) / fromWidth));
    this.#rows = fromHeight;
    this.#width = width;
    this.#height = height;
    this.#sums = new Uint32Array(width * height * 4);
    this.#counts = new Uint32Array(width * height);
  }

  /** A row of red, green, blue and opacity. */
  add(rgba: Uint8Array, y: number): void {
    const [columns, sums, counts] = [this.#columns, this.#sums, this.#counts];
    const top = Math.floor((y * this.#height) / this.#rows) * this.#width;
    for (let x = 0; x < columns.length; x++) {
      const place = top + columns[x]!;
      counts[place]!++;
      for (let part = 0; part < 4; part++) sums[place * 4 + part]! += rgba[x * 4 + part]!;
    }
  }

  raster(): Raster {
    const pixels = new Uint8Array(this.#sums.length);
    for (let at = 0; at < pixels.length; at++) {
      pixels[at] = Math.round(this.#sums[at]! / Math.max(1, this.#counts[at >> 2]!));
    }
    return { width: this.#width, height: this.#height, pixels };
  }
}
