import { PackageError } from '../bytes/package-error.js';
import { DEFAULT_LIMITS } from '../format/limits.js';
import type { Thumbnail } from '../format/package.js';
import { swapRedAndBlue } from './png-swap.js';
import type { TexturePicture } from './texture.js';

/** The note of a picture whose colours stay as the engine saved them. */
const EXCHANGED = 'Its red and blue are exchanged: the engine saves thumbnails so.';

/** The image of a thumbnail. The engine passes its BGR pixels to encoders as RGB, which is undone here in a PNG. */
export async function thumbnailPicture(thumbnail: Thumbnail, signal?: AbortSignal): Promise<TexturePicture> {
  const { data, mimeType, width, height } = thumbnail;
  if (mimeType !== 'image/png') return { data, mimeType, width, height, note: EXCHANGED };
  try {
    return { data: await swapRedAndBlue(data, DEFAULT_LIMITS, signal), mimeType, width, height };
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    return { data, mimeType, width, height, note: EXCHANGED };
  }
}
