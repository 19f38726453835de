import type { Pauses } from '../raster/pauses.js';
import { isOpaque, type Raster } from '../raster/raster.js';
import { filteredRow } from './filters.js';
import { pngFile, pngHeader } from './png-file.js';

/** A picture as a small PNG file without a palette, with `bits` of each channel, and with opacity if a pixel needs it. */
export function smallPng(raster: Raster, bits: number, pauses: Pauses): Promise<Uint8Array> {
  const channels = isOpaque(raster) ? 3 : 4;
  const header = pngHeader(raster.width, raster.height, 8, channels === 4 ? 6 : 2);
  return pngFile(header, rowsOf(raster, channels, bits, pauses), { level: 9 });
}

async function* rowsOf(
  raster: Raster,
  channels: number,
  bits: number,
  pauses: Pauses,
): AsyncIterable<Uint8Array> {
  let before: Uint8Array = new Uint8Array(raster.width * channels);
  for (let y = 0; y < raster.height; y++) {
    const row = rowOf(raster, y, channels, bits);
    yield filteredRow(row, before, channels);
    before = row;
    if (pauses.isOver) await pauses.yieldToEventLoop();
  }
}

/** Fewer bits compress better. The values are spread over the whole range, so that white stays white. */
function rowOf({ width, pixels }: Raster, y: number, channels: number, bits: number): Uint8Array {
  const row = new Uint8Array(width * channels);
  const steps = 2 ** bits - 1;
  for (let x = 0; x < width; x++) {
    for (let part = 0; part < channels; part++) {
      const value = pixels[(y * width + x) * 4 + part]!;
      row[x * channels + part] =
        bits === 8 ? value : Math.round((Math.round((value * steps) / 255) * 255) / steps);
    }
  }
  return row;
}
