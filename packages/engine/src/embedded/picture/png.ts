import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { TimeSlices } from './time-slices.js';

const compress = promisify(deflate);
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const TRUE_COLOR = 2;
const PALETTE = 3;
const MAX_PALETTE = 256;
const PIXELS_BETWEEN_RESTS = 1024;
/** The filter that subtracts the row above. */
const UP = 2;

/** A PNG of red, green and blue bytes: with a palette if there are few colours, because it is much smaller. */
export async function encodePng(
  color: Uint8Array,
  width: number,
  height: number,
  slices: TimeSlices,
): Promise<Buffer> {
  const indexed = await withPalette(color, width * height, slices);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = indexed === undefined ? TRUE_COLOR : PALETTE;
  const rows = indexed === undefined ? filtered(color, width * 3) : unfiltered(indexed.indices, width);
  const data = await compress(rows, { level: 9 });
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk('IHDR', header),
    ...(indexed === undefined ? [] : [chunk('PLTE', indexed.palette)]),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The index of each pixel in the list of colours; undefined if there are too many colours. */
async function withPalette(
  color: Uint8Array,
  pixels: number,
  slices: TimeSlices,
): Promise<{ readonly palette: Buffer; readonly indices: Uint8Array } | undefined> {
  const known = new Map<number, number>();
  const indices = new Uint8Array(pixels);
  for (let at = 0; at < pixels; at++) {
    if (at % PIXELS_BETWEEN_RESTS === 0 && slices.isOver) await slices.rest();
    const rgb =
      ((color[at * 3] as number) << 16) |
      ((color[at * 3 + 1] as number) << 8) |
      (color[at * 3 + 2] as number);
    let index = known.get(rgb);
    if (index === undefined) {
      if (known.size === MAX_PALETTE) return undefined;
      index = known.size;
      known.set(rgb, index);
    }
    indices[at] = index;
  }
  const palette = Buffer.from([...known.keys()].flatMap(rgb => [rgb >> 16, (rgb >> 8) & 255, rgb & 255]));
  return { palette, indices };
}

/** Indices are not filtered: neighbours in a palette are not alike. */
function unfiltered(bytes: Uint8Array, stride: number): Buffer {
  const rows = Buffer.alloc(bytes.length + bytes.length / stride);
  for (let from = 0, to = 0; from < bytes.length; from += stride, to += stride + 1) {
    rows.set(bytes.subarray(from, from + stride), to + 1);
  }
  return rows;
}

function filtered(bytes: Uint8Array, stride: number): Buffer {
  const rows = Buffer.alloc(bytes.length + bytes.length / stride);
  for (let from = 0, to = 0; from < bytes.length; from += stride) {
    rows[to++] = UP;
    for (let at = from; at < from + stride; at++)
      rows[to++] = (bytes[at] as number) - (bytes[at - stride] ?? 0);
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
