import type { Pauses } from '../raster/pauses.js';
import type { Raster } from '../raster/raster.js';
import { BitReader } from './bit-reader.js';
import { COSINES, ZIGZAG } from './cosines.js';
import { type JpegChannel, type JpegCodes, type JpegParts, jpegParts } from './jpeg-parts.js';

/** The samples of one channel, in whole blocks. */
interface Plane {
  readonly channel: JpegChannel;
  readonly width: number;
  readonly samples: Uint8ClampedArray;
  readonly steps: readonly number[];
  readonly dc: JpegCodes;
  readonly ac: JpegCodes;
  last: number;
}

const ZEROS_16 = 0xf0;

/**
 * The pixels of a baseline JPEG. Undefined where it is damaged, of another kind, or has more than `maxPixels` pixels.
 * https://www.w3.org/Graphics/JPEG/itu-t81.pdf
 */
export async function decodeJpeg(
  file: Uint8Array,
  maxPixels: number,
  pauses: Pauses,
): Promise<Raster | undefined> {
  const parts = jpegParts(file);
  if (parts === undefined || parts.width * parts.height > maxPixels || parts.width * parts.height === 0)
    return undefined;
  const across = Math.max(...parts.channels.map(channel => channel.across));
  const down = Math.max(...parts.channels.map(channel => channel.down));
  const columns = Math.ceil(parts.width / (8 * across));
  const rows = Math.ceil(parts.height / (8 * down));
  const planes = parts.channels.map(channel => planeOf(parts, channel, columns, rows));
  if (!planes.every(plane => plane !== undefined)) return undefined;
  const reader = new BitReader(file, parts.scan);
  const block = new Float64Array(64);
  for (let unit = 0; unit < columns * rows; unit++) {
    if (parts.restart > 0 && unit > 0 && unit % parts.restart === 0) {
      if (!reader.restart()) return undefined;
      for (const plane of planes) plane.last = 0;
    }
    if (!readUnit(reader, planes, unit % columns, Math.floor(unit / columns), block)) return undefined;
    if (pauses.isOver) await pauses.yieldToEventLoop();
  }
  return rasterOf(parts, planes, across, down, pauses);
}

function planeOf(
  { steps, codes }: JpegParts,
  channel: JpegChannel,
  columns: number,
  rows: number,
): Plane | undefined {
  const [own, dc, ac] = [steps.get(channel.steps), codes.get(channel.dc), codes.get(channel.ac)];
  if (own === undefined || dc === undefined || ac === undefined) return undefined;
  const width = columns * channel.across * 8;
  const samples = new Uint8ClampedArray(width * rows * channel.down * 8);
  return { channel, width, samples, steps: own, dc, ac, last: 0 };
}

/** The blocks of all channels in one place. False where the scan ends. */
function readUnit(
  reader: BitReader,
  planes: readonly Plane[],
  column: number,
  row: number,
  block: Float64Array,
): boolean {
  for (const plane of planes) {
    const { across, down } = plane.channel;
    for (let y = 0; y < down; y++) {
      for (let x = 0; x < across; x++) {
        if (!readBlock(reader, plane, block)) return false;
        const top = (row * down + y) * 8;
        putBlock(block, plane, top * plane.width + (column * across + x) * 8);
      }
    }
  }
  return true;
}

function readBlock(reader: BitReader, plane: Plane, block: Float64Array): boolean {
  block.fill(0);
  const length = symbolOf(reader, plane.dc);
  const difference = length === undefined || length > 15 ? undefined : reader.value(length);
  if (difference === undefined) return false;
  plane.last += difference;
  block[0] = plane.last * plane.steps[0]!;
  for (let place = 1; place < 64; place++) {
    const symbol = symbolOf(reader, plane.ac);
    if (symbol === undefined) return false;
    if (symbol === ZEROS_16) {
      place += 15;
      continue;
    }
    if ((symbol & 15) === 0) break;
    place += symbol >> 4;
    const value = reader.value(symbol & 15);
    if (value === undefined || place > 63) return false;
    block[ZIGZAG[place]!] = value * plane.steps[place]!;
  }
  return true;
}

/** Codes of one length follow each other, and are larger than the beginnings of longer ones. */
function symbolOf(reader: BitReader, { counts, symbols }: JpegCodes): number | undefined {
  let [code, first, index] = [0, 0, 0];
  for (let length = 0; length < 16; length++) {
    const bit = reader.bit();
    if (bit < 0) return undefined;
    code |= bit;
    const count = counts[length]!;
    if (code - first < count) return symbols[index + code - first];
    index += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  return undefined;
}

/** The inverse of the cosine transform: of the columns, and then of the rows. */
function putBlock(block: Float64Array, { samples, width }: Plane, start: number): void {
  const half = new Float64Array(64);
  for (let column = 0; column < 8; column++) inverse(block, column, 8, half);
  for (let row = 0; row < 8; row++) {
    inverse(half, row * 8, 1, block);
    for (let x = 0; x < 8; x++) samples[start + row * width + x] = block[row * 8 + x]! + 128;
  }
}

function inverse(from: Float64Array, start: number, step: number, to: Float64Array): void {
  for (let at = 0; at < 8; at++) {
    let sum = 0;
    for (let frequency = 0; frequency < 8; frequency++)
      sum += from[start + frequency * step]! * COSINES[frequency * 8 + at]!;
    to[start + at * step] = sum;
  }
}

async function rasterOf(
  { width, height }: JpegParts,
  planes: readonly Plane[],
  across: number,
  down: number,
  pauses: Pauses,
): Promise<Raster> {
  const pixels = new Uint8ClampedArray(width * height * 4);
  const sample = (plane: Plane | undefined, x: number, y: number) => {
    if (plane === undefined) return 0;
    const { channel, samples } = plane;
    const row = Math.floor((y * channel.down) / down);
    return samples[row * plane.width + Math.floor((x * channel.across) / across)]!;
  };
  const [brightness, blue, red] = planes;
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 4) {
      const light = sample(brightness, x, y);
      const [cb, cr] = blue === undefined ? [0, 0] : [sample(blue, x, y) - 128, sample(red, x, y) - 128];
      pixels[to] = light + 1.402 * cr;
      pixels[to + 1] = light - 0.344136 * cb - 0.714136 * cr;
      pixels[to + 2] = light + 1.772 * cb;
      pixels[to + 3] = 255;
    }
    if (pauses.isOver) await pauses.yieldToEventLoop();
  }
  return { width, height, pixels: new Uint8Array(pixels.buffer) };
}
