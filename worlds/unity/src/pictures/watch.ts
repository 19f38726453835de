import { setTimeout } from 'node:timers/promises';
import type { PictureInfo } from '@worldwire/engine';
import { boxOf, decodePng, type Pauses, pngHead, type Raster } from '@worldwire/picture';
import { WorldError } from '@worldwire/server';
import type { Scene } from '../scene/scene.js';

const CAPTURE_MS = 20_000;
const SECOND_MS = 1_000;
/** A picture with more is not decoded. */
const MAX_PIXELS = 8_192 * 8_192;
/** Of a picture of a video. An engine may send larger ones than was asked for. */
const MAX_VIDEO_PIXELS = 4_096 * 4_096;
/** Of a picture in memory. */
const MAX_SIZE = { width: 1_280, height: 1_280 };

/** A picture with its time. */
export interface Shot {
  readonly picture: PictureInfo;
  /** Seconds since the first picture. */
  readonly at: number;
  /** Scene time in seconds. */
  readonly time: number;
  readonly frame: number;
}

export interface Watch {
  readonly count: number;
  readonly seconds: number;
  readonly view: { readonly width: number; readonly camera?: string; readonly focus?: string };
  readonly signal: AbortSignal;
  /** Leaves pictures out that are due while another one is taken, so that it ends in time. The last one is always taken. */
  readonly skips?: true;
  /** Called with each picture when it is there. */
  readonly taken?: (shot: Shot, index: number) => void | Promise<void>;
}

/** Pictures at even times, the first at once. Without `skips` a picture that takes longer than the time to the next one delays it. */
export async function watch(scene: Scene, wanted: Watch): Promise<readonly Shot[]> {
  const { count, seconds, view, signal, skips, taken } = wanted;
  const everyMs = (seconds * SECOND_MS) / (count - 1);
  const shots: Shot[] = [];
  const begun = performance.now();
  for (let index = 0; index < count; ) {
    const due = index * everyMs - (performance.now() - begun);
    if (due > 0) await setTimeout(due, undefined, { signal });
    signal.throwIfAborted();
    const at = (performance.now() - begun) / SECOND_MS;
    // Sent together, so that they are answered in the same frame or the next one.
    const [{ time, frame }, picture] = await Promise.all([
      scene.call('time.get', {}),
      scene.call('view.capture', view, { deadline: CAPTURE_MS, signal }),
    ]);
    const shot = { picture, at, time, frame };
    shots.push(shot);
    await taken?.(shot, index);
    const late = skips === true ? Math.floor((performance.now() - begun) / everyMs) : 0;
    index = index === count - 1 ? count : Math.min(count - 1, Math.max(index + 1, late));
  }
  return shots;
}

/** The pixels of a picture of the engine, which may be larger than was asked for. */
export async function rasterOf(picture: PictureInfo, pauses: Pauses): Promise<Raster> {
  const head = pngHead(Buffer.from(picture.data, 'base64'));
  const isRead = head !== undefined && head.width * head.height <= MAX_PIXELS;
  const raster = isRead ? await decodePng(head, boxOf(head, MAX_SIZE), pauses) : undefined;
  if (raster === undefined) throw notShown(picture, 'sheet');
  return raster;
}

/** The bytes of a picture for ffmpeg, which allocates what the head of a picture says. */
export function pngOf(picture: PictureInfo): Uint8Array {
  const png = Buffer.from(picture.data, 'base64');
  const head = pngHead(png);
  if (head === undefined || head.width * head.height > MAX_VIDEO_PIXELS) throw notShown(picture, 'video');
  return png;
}

function notShown({ mimeType }: PictureInfo, where: 'sheet' | 'video'): WorldError {
  return new WorldError(
    'Unsupported',
    `The engine sent a picture of ${mimeType} that cannot be put on a ${where}.`,
    'Use Screenshot, which passes pictures on as they are.',
  );
}
