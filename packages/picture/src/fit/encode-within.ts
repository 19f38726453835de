import type { Pauses } from '../raster/pauses.js';
import type { Raster } from '../raster/raster.js';
import { attemptsAt, type PictureFormat } from './attempts.js';

/** Of the sides, from one size to the next. */
const [MIN_SHRINK, MAX_SHRINK] = [0.25, 0.85];
/** A picture of fewer pixels shows nothing. */
const MIN_SIDE = 64;

export interface Within {
  readonly format: PictureFormat;
  /** Of the file. Any number unless given. */
  readonly maxBytes?: number | undefined;
  /** Whether a PNG keeps all its colours where they fit. Otherwise it has 256 at most, because it is much smaller then. */
  readonly allColours?: boolean;
}

export interface EncodedPicture {
  readonly data: Uint8Array;
  readonly mimeType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** "96 colours", "quality 75": what the file keeps. */
  readonly detail: string;
}

/**
 * A file of at most `maxBytes`: with fewer colours or a lower quality, and smaller where that is not enough. `render` draws the
 * picture in a part of its size. The file is larger where even a picture of 64 pixels does not fit.
 */
export async function encodeWithin(
  render: (zoom: number) => Raster | Promise<Raster>,
  { format, maxBytes = Number.POSITIVE_INFINITY, allColours = false }: Within,
  pauses: Pauses,
): Promise<EncodedPicture> {
  for (let zoom = 1; ; ) {
    const raster = await render(zoom);
    const { width, height } = raster;
    let [data, detail] = [new Uint8Array(0) as Uint8Array, ''];
    // What this attempt may have at the next size, so that a later one fits there.
    let reachable = maxBytes;
    for (const attempt of attemptsAt(raster, format, allColours, pauses)) {
      if (pauses.isOver) await pauses.yieldToEventLoop();
      data = await attempt.encode();
      detail = attempt.detail(data);
      if (data.length <= maxBytes) break;
      if (data.length <= attempt.gain * maxBytes) continue;
      reachable = attempt.gain * maxBytes;
      break;
    }
    if (data.length <= maxBytes || Math.max(width, height) <= MIN_SIDE)
      return { data, mimeType: `image/${format}`, width, height, detail };
    const shrink = (bytes: number) =>
      Math.max(MIN_SHRINK, Math.min(MAX_SHRINK, Math.sqrt(bytes / data.length)));
    // The smallest picture is made in one step.
    const isSmall = Math.max(width, height) * shrink(reachable) <= MIN_SIDE;
    zoom *= shrink(isSmall ? maxBytes : reachable);
  }
}
