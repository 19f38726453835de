import { decodePng, pngHead } from '../png/decode-png.js';
import { NO_PAUSES } from '../raster/pauses.js';
import type { Raster } from '../raster/raster.js';

/** A picture with as many colours as pixels, which compresses badly. */
export function noise(width: number, height: number, isOpaque = true): Raster {
  const pixels = new Uint8Array(4 * width * height);
  let seed = 7;
  for (let at = 0; at < pixels.length; at++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    pixels[at] = isOpaque && at % 4 === 3 ? 255 : seed >> 16;
  }
  return { width, height, pixels };
}

/** A red, a green, a blue and a grey quarter, each with a gradient to black. */
export function quarters(width: number, height: number): Raster {
  const pixels = new Uint8Array(4 * width * height);
  const colours = [
    [255, 40, 30],
    [30, 200, 60],
    [40, 60, 255],
    [190, 190, 190],
  ];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = colours[(2 * y < height ? 0 : 2) + (2 * x < width ? 0 : 1)]!;
      const light = 1 - y / (2 * height);
      pixels.set([...colour.map(part => Math.round(part * light)), 255], 4 * (y * width + x));
    }
  }
  return { width, height, pixels };
}

/** The pixels of a PNG at its own size. */
export async function decoded(png: Uint8Array): Promise<Raster> {
  const head = pngHead(png);
  const raster = head && (await decodePng(head, head, NO_PAUSES));
  if (raster === undefined) throw new Error('this PNG cannot be read');
  return raster;
}

/** The mean difference of the channels of two pictures of one size. */
export function difference(a: Raster, b: Raster): number {
  if (a.width !== b.width || a.height !== b.height) throw new Error('the sizes differ');
  return a.pixels.reduce((sum, value, at) => sum + Math.abs(value - b.pixels[at]!), 0) / a.pixels.length;
}
