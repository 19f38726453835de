import { decodePng, type PngHead, pngHead } from '../png/decode-png.js';
import type { Pauses } from '../raster/pauses.js';
import type { Raster, Size } from '../raster/raster.js';
import { shrunkRaster } from '../raster/scaler.js';
import type { PictureFormat } from './attempts.js';
import { type EncodedPicture, encodeWithin } from './encode-within.js';

/** A picture with more pixels is not decoded. */
const MAX_PIXELS = 8_192 * 8_192;
/** The longest side of a picture that is encoded. */
const MAX_SIDE = 2_048;
const MIN_SIDE = 64;
/** Files are written smaller here than by an engine: this many times, at the best. */
const SMALLER = { png: 6, jpeg: 24 };

export interface Fit {
  readonly format?: PictureFormat | undefined;
  readonly maxBytes: number;
  /** The box that the picture must fit into. It is not enlarged. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Draws upon the picture in the size that is sent. */
  readonly draw?: ((picture: Raster) => Raster) | undefined;
}

/** A PNG within a number of bytes and pixels, in a format. Undefined where it is damaged, or no PNG that can be read here. */
export async function fitPng(png: Uint8Array, fit: Fit, pauses: Pauses): Promise<EncodedPicture | undefined> {
  const head = pngHead(png);
  if (head === undefined || head.width * head.height > MAX_PIXELS) return undefined;
  const format = fit.format ?? 'png';
  const zoom = firstZoom(head, png.length, fit, format);
  const raster = await decodePng(head, scaled(head, zoom), pauses);
  if (raster === undefined) return undefined;
  const { draw = picture => picture } = fit;
  const render = async (part: number): Promise<Raster> =>
    draw(await shrunkRaster(raster, scaled(head, zoom * part), pauses));
  return encodeWithin(render, { format, maxBytes: fit.maxBytes, allColours: true }, pauses);
}

/** The size with the same proportions inside the wanted box. */
export function boxOf(size: Size, wanted: Pick<Fit, 'width' | 'height'>): Size {
  return scaled(size, boxZoom(size, wanted));
}

function boxZoom({ width, height }: Size, wanted: Pick<Fit, 'width' | 'height'>): number {
  return Math.min(
    1,
    (wanted.width ?? width) / Math.max(1, width),
    (wanted.height ?? height) / Math.max(1, height),
  );
}

/** The first size that is tried, in the box: a smaller picture needs about as many bytes for each pixel as the whole one. */
function firstZoom(head: PngHead, bytes: number, fit: Fit, format: PictureFormat): number {
  const longest = Math.max(head.width, head.height);
  const expected = Math.sqrt((SMALLER[format] * fit.maxBytes) / bytes);
  return Math.min(boxZoom(head, fit), MAX_SIDE / longest, Math.max(MIN_SIDE / longest, expected));
}

function scaled({ width, height }: Size, by: number): Size {
  return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) };
}
