import type { Pauses } from '../raster/pauses.js';
import type { Size } from '../raster/raster.js';
import { exactPalettePng } from './palette-png.js';
import { smallPng } from './small-png.js';

/** A PNG of red, green and blue bytes, with all colours: with a palette if there are few, because it is much smaller. */
export async function compactPng(color: Uint8Array, size: Size, pauses: Pauses): Promise<Uint8Array> {
  const indexed = await exactPalettePng(color, size, pauses);
  if (indexed !== undefined) return indexed;
  const pixels = new Uint8Array((color.length / 3) * 4).fill(255);
  for (let from = 0, to = 0; from < color.length; from += 3, to += 4) {
    pixels[to] = color[from]!;
    pixels[to + 1] = color[from + 1]!;
    pixels[to + 2] = color[from + 2]!;
  }
  return smallPng({ ...size, pixels }, 8, pauses);
}
