import { encodeJpeg } from '../jpeg/encode-jpeg.js';
import { palettePng } from '../png/palette-png.js';
import { pngParts } from '../png/png-parts.js';
import { smallPng } from '../png/small-png.js';
import type { Pauses } from '../raster/pauses.js';
import { isOpaque, type Raster } from '../raster/raster.js';

export const PICTURE_FORMATS = ['png', 'jpeg'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** Tried in this order until the file is small enough. */
const COLOURS = [256, 160, 96, 64, 48];
const QUALITIES = [88, 75, 60, 45, 30];
const FEWER_BITS = 5;
/** The last attempt makes a file smaller than this one by this factor at most. */
const GAINS = { jpeg: 4, palette: 1.7, allColours: 8, bits: 2 };

/** One way to write a picture. */
export interface Attempt {
  /** If the file is larger than it may be by this factor, later attempts are too large, too. */
  readonly gain: number;
  encode(): Promise<Uint8Array>;
  /** "96 colours", "quality 75": what the file keeps. */
  detail(data: Uint8Array): string;
}

export function attemptsAt(
  raster: Raster,
  format: PictureFormat,
  allColours: boolean,
  pauses: Pauses,
): readonly Attempt[] {
  if (format === 'jpeg') {
    return QUALITIES.map(quality => ({
      gain: GAINS.jpeg,
      encode: () => encodeJpeg(raster, quality, pauses),
      detail: () => `quality ${quality}`,
    }));
  }
  const isSolid = isOpaque(raster);
  const bits = (count: number, detail: string) => ({
    gain: isSolid ? GAINS.allColours : GAINS.bits,
    encode: () => smallPng(raster, count, pauses),
    detail: () => detail,
  });
  const whole = bits(8, 'all colours');
  // A palette has no opacity.
  if (!isSolid) return [whole, bits(FEWER_BITS, `${FEWER_BITS} bits of each channel`)];
  const palettes = COLOURS.map(max => ({
    gain: GAINS.palette,
    encode: () => palettePng(raster, max, pauses),
    detail: (data: Uint8Array) => `${(pngParts(data)?.palette.length ?? 0) / 3} colours`,
  }));
  return allColours ? [whole, ...palettes] : palettes;
}
