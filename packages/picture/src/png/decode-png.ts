import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import type { Pauses } from '../raster/pauses.js';
import type { Raster, Size } from '../raster/raster.js';
import { Scaler } from '../raster/scaler.js';
import { unfilter } from './filters.js';
import { PIECE_BYTES } from './png-file.js';
import { pngParts } from './png-parts.js';

/** A PNG whose pixels can be read here. */
export interface PngHead extends Size {
  /** Bits of a pixel in the file. */
  readonly pixelBits: number;
  /** Bits of one channel: 8 or 16, or less with a palette. */
  readonly depth: number;
  readonly colour: Colour;
  readonly palette: Uint8Array;
  readonly data: readonly Uint8Array[];
}

type Colour = keyof typeof CHANNELS;

/** By the colour type of a PNG: grey, RGB, palette, grey with opacity, RGBA. */
const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;
const DEPTHS = [8, 16];
const PALETTE_DEPTHS = [1, 2, 4, 8];

/** The head of a PNG; undefined for other pictures, and for a PNG of a rare kind. */
export function pngHead(bytes: Uint8Array): PngHead | undefined {
  const parts = pngParts(bytes);
  if (parts === undefined) return undefined;
  const [depth = 0, colour = 0, , , interlaced] = parts.header.subarray(8);
  const depths = colour === 3 ? PALETTE_DEPTHS : DEPTHS;
  if (!Object.hasOwn(CHANNELS, colour) || !depths.includes(depth) || interlaced !== 0) return undefined;
  const pixelBits = CHANNELS[colour as Colour] * depth;
  return { ...parts, pixelBits, depth, colour: colour as Colour };
}

/**
 * The pixels of a PNG, averaged down to a smaller size. The file is inflated piece by piece, so that only one row of it and
 * the smaller picture are in memory. Undefined where it is damaged.
 */
export async function decodePng(head: PngHead, size: Size, pauses: Pauses): Promise<Raster | undefined> {
  const scaler = new Scaler(head, size);
  const rowBytes = Math.ceil((head.width * head.pixelBits) / 8) + 1;
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
        unfilter(row, before, Math.max(1, head.pixelBits >> 3));
        scaler.add(rgbaOf(row, head), count++);
        before = Buffer.from(row);
        filled = 0;
        if (pauses.isOver) await pauses.yieldToEventLoop();
      }
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

/** One row of the file as red, green, blue and opacity. */
function rgbaOf(row: Uint8Array, head: PngHead): Uint8Array {
  return head.colour === 3 ? indexedRow(row, head) : channelRow(row, head);
}

function indexedRow(row: Uint8Array, { width, depth, palette }: PngHead): Uint8Array {
  const rgba = new Uint8Array(width * 4).fill(255);
  const inByte = 8 / depth;
  const mask = 2 ** depth - 1;
  for (let x = 0; x < width; x++) {
    const index = (row[1 + Math.floor(x / inByte)]! >> (8 - depth * ((x % inByte) + 1))) & mask;
    for (let part = 0; part < 3; part++) rgba[x * 4 + part] = palette[index * 3 + part] ?? 0;
  }
  return rgba;
}

function channelRow(row: Uint8Array, { width, pixelBits, depth, colour }: PngHead): Uint8Array {
  const rgba = new Uint8Array(width * 4).fill(255);
  const [pixelBytes, depthBytes] = [pixelBits / 8, depth / 8];
  const isGrey = colour === 0 || colour === 4;
  const opacity = colour === 6 ? 3 : colour === 4 ? 1 : undefined;
  for (let x = 0; x < width; x++) {
    const at = 1 + x * pixelBytes;
    for (let part = 0; part < 3; part++) rgba[x * 4 + part] = row[at + (isGrey ? 0 : part * depthBytes)]!;
    if (opacity !== undefined) rgba[x * 4 + 3] = row[at + opacity * depthBytes]!;
  }
  return rgba;
}
