import { decodeJpeg, encodeJpeg, swapInRow, TimeSlices } from '@worldwire/picture';
import { PackageError } from '../bytes/package-error.js';
import { DEFAULT_LIMITS } from '../format/limits.js';
import type { Thumbnail } from '../format/package.js';
import { swapRedAndBlue } from './png-swap.js';
import type { TexturePicture } from './texture.js';

/** Editors save 256 by 256 pixels. */
const MAX_PIXELS = 2_048 * 2_048;
const QUALITY = 90;
/** The note of a picture whose colours stay as the engine saved them. */
const EXCHANGED = 'Its red and blue are exchanged: the engine saves thumbnails so.';

/** The image of a thumbnail. The engine passes its BGR pixels to encoders as RGB, which is undone here. */
export async function thumbnailPicture(thumbnail: Thumbnail, signal?: AbortSignal): Promise<TexturePicture> {
  const { data, mimeType, width, height } = thumbnail;
  const swapped = mimeType === 'image/png' ? await swappedPng(data, signal) : await swappedJpeg(data, signal);
  if (swapped === undefined) return { data, mimeType, width, height, note: EXCHANGED };
  return { data: swapped, mimeType, width, height };
}

async function swappedPng(
  data: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  try {
    return await swapRedAndBlue(data, DEFAULT_LIMITS, signal);
  } catch (error) {
    if (error instanceof PackageError) return undefined;
    throw error;
  }
}

/** Brightness depends on red and blue, so that a JPEG must be decoded. */
async function swappedJpeg(
  data: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  const pauses = new TimeSlices(signal);
  const raster = await decodeJpeg(data, MAX_PIXELS, pauses);
  if (raster === undefined) return undefined;
  swapInRow(raster.pixels, 4);
  return new Uint8Array(await encodeJpeg(raster, QUALITY, pauses));
}
