import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { TimeSlice } from '../work/time-slice.js';
import { paeth, type Raster } from './png-raster.js';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const compress = promisify(deflate);

/**
 * A picture as a small PNG file: each row with the filter that leaves the smallest differences, and `bits` of each channel.
 * https://www.w3.org/TR/png-3/#12Filter-selection
 */
export async function smallPng(raster: Raster, bits: number, slice: TimeSlice): Promise<Uint8Array> {
  const { width, height } = raster;
  const channels = isOpaque(raster) ? 3 : 4;
  const rowBytes = width * channels;
  const filtered = Buffer.alloc(height * (rowBytes + 1));
  let before: Uint8Array = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y++) {
    const row = rowOf(raster, y, channels, bits);
    filtered.set(filteredRow(row, before, channels), y * (rowBytes + 1));
    before = row;
    if (slice.isOver) await slice.yieldToEventLoop();
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, channels === 4 ? 6 : 2], 8);
  const data = await compress(filtered, { level: 9 });
  slice.signal.throwIfAborted();
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

function isOpaque({ pixels }: Raster): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false;
  return true;
}

/** Fewer bits compress better. The values are spread over the whole range, so that white stays white. */
function rowOf({ width, pixels }: Raster, y: number, channels: number, bits: number): Uint8Array {
  const row = new Uint8Array(width * channels);
  const steps = 2 ** bits - 1;
  for (let x = 0; x < width; x++) {
    for (let part = 0; part < channels; part++) {
      const value = pixels[(y * width + x) * 4 + part] as number;
      row[x * channels + part] =
        bits === 8 ? value : Math.round((Math.round((value * steps) / 255) * 255) / steps);
    }
  }
  return row;
}

/** The row after the number of its filter. */
function filteredRow(row: Uint8Array, before: Uint8Array, pixelBytes: number): Uint8Array {
  const tries = [1, 2, 4].map(filter => {
    const made = new Uint8Array(row.length + 1);
    made[0] = filter;
    let sum = 0;
    for (let at = 0; at < row.length; at++) {
      const left = at >= pixelBytes ? (row[at - pixelBytes] as number) : 0;
      const up = before[at] as number;
      const corner = at >= pixelBytes ? (before[at - pixelBytes] as number) : 0;
      const guess = filter === 1 ? left : filter === 2 ? up : paeth(left, up, corner);
      made[at + 1] = (row[at] as number) - guess;
      const difference = made[at + 1] as number;
      sum += difference < 128 ? difference : 256 - difference;
    }
    return { made, sum };
  });
  return tries.reduce((best, each) => (each.sum < best.sum ? each : best)).made;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}
