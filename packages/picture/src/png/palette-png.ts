import type { Pauses } from '../raster/pauses.js';
import type { Raster, Size } from '../raster/raster.js';
import { type Indexed, reduceColours } from './palette.js';
import { pngFile, pngHeader } from './png-file.js';

const INDEXED = 3;
const MAX_COLOURS = 256;
/** At most so many colours have indices of four bits. */
const HALF_BYTE_COLOURS = 16;
/** A larger picture is compressed faster, and less. */
const SLOW_PIXELS = 1_500_000;
const PIXELS_BETWEEN_PAUSES = 1024;

/** A PNG with at most `max` colours, without opacity. */
export async function palettePng(raster: Raster, max: number, pauses: Pauses): Promise<Uint8Array> {
  return indexedPng(raster, await reduceColours(raster.pixels, max, pauses));
}

/** A PNG with a palette of all colours of red, green and blue bytes; undefined if there are more than 256. */
export async function exactPalettePng(
  color: Uint8Array,
  size: Size,
  pauses: Pauses,
): Promise<Uint8Array | undefined> {
  const known = new Map<number, number>();
  const pixels = new Uint8Array(size.width * size.height);
  for (let at = 0; at < pixels.length; at++) {
    if (at % PIXELS_BETWEEN_PAUSES === 0 && pauses.isOver) await pauses.yieldToEventLoop();
    const rgb = (color[at * 3]! << 16) | (color[at * 3 + 1]! << 8) | color[at * 3 + 2]!;
    let index = known.get(rgb);
    if (index === undefined) {
      if (known.size === MAX_COLOURS) return undefined;
      index = known.size;
      known.set(rgb, index);
    }
    pixels[at] = index;
  }
  const colours = Uint8Array.from([...known.keys()].flatMap(rgb => [rgb >> 16, (rgb >> 8) & 255, rgb & 255]));
  return indexedPng(size, { colours, pixels });
}

function indexedPng({ width, height }: Size, { colours, pixels }: Indexed): Promise<Uint8Array> {
  const bits = colours.length <= 3 * HALF_BYTE_COLOURS ? 4 : 8;
  const lines = bits === 8 ? byteLines(pixels, width, height) : halfByteLines(pixels, width, height);
  return pngFile(pngHeader(width, height, bits, INDEXED), [lines], {
    palette: colours,
    level: width * height > SLOW_PIXELS ? 6 : 9,
  });
}

/** Each line begins with the number of its filter; 0 is none, which is best for a palette. */
function byteLines(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const lines = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) {
    lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return lines;
}

function halfByteLines(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const length = Math.ceil(width / 2) + 1;
  const lines = new Uint8Array(length * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * length + 1 + (x >> 1);
      lines[at] = lines[at]! | (pixels[y * width + x]! << (x % 2 === 0 ? 4 : 0));
    }
  }
  return lines;
}
