import { randomUUID } from 'node:crypto';
import { WorldError } from '@worldwire/server';
import type { Picture } from '../port/operations.js';
import { SerialQueue } from '../work/serial-queue.js';
import { TimeSlice } from '../work/time-slice.js';
import { type PngHead, pngHead, shrunkPng, shrunkRaster } from './png-raster.js';
import { smallPng } from './small-png.js';

/** A picture with more pixels is not decoded. */
const MAX_PIXELS = 8_192 * 8_192;
/** The longest side of the first attempt to make a picture small. */
const MAX_SIDE = 1_024;
const MIN_SIDE = 32;
/** Bits of each channel that are tried. */
const BITS = [8, 5];
/** Files are written smaller here than by an editor: this many times, at the best. */
const SMALLER_FILES = 3;

export interface PictureRequest {
  readonly maxBytes: number;
  /** Boxes that the picture must fit into. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The picture, and what was changed to make it fit. */
export interface FittedPicture extends Picture {
  readonly shrunk?: string;
}

/** One at a time, because the pixels of a picture take megabytes. */
const shrinking = new SerialQueue('make a picture smaller');

/** A picture within a number of bytes and pixels. A PNG is made smaller; others are refused where they are too large. */
export async function fitPicture(
  picture: Picture,
  wanted: PictureRequest,
  signal: AbortSignal,
): Promise<FittedPicture> {
  const known = { width: picture.width ?? 0, height: picture.height ?? 0 };
  const isWhole = picture.data.length <= wanted.maxBytes;
  const box = boxOf(known, wanted);
  if (isWhole && (known.width === 0 || box.width >= known.width)) return picture;
  const head = pngHead(picture.data);
  if (head === undefined || head.width * head.height > MAX_PIXELS) {
    if (isWhole) return picture;
    throw tooLarge(picture, wanted);
  }
  return shrinking.run(randomUUID(), signal, stop => shrink(picture, head, wanted, new TimeSlice(stop)));
}

async function shrink(
  picture: Picture,
  head: PngHead,
  wanted: PictureRequest,
  slice: TimeSlice,
): Promise<FittedPicture> {
  const box = boxOf(head, wanted);
  // A smaller picture needs about as many bytes for each pixel as the whole one.
  const pixels = head.width * head.height;
  const expected = Math.sqrt((SMALLER_FILES * wanted.maxBytes * pixels) / picture.data.length);
  let side = Math.min(Math.max(box.width, box.height), MAX_SIDE, Math.max(MIN_SIDE, Math.ceil(expected)));
  let raster = await shrunkPng(head, ...sizeOf(box, side), slice);
  if (raster === undefined) throw damaged();
  for (;;) {
    let bytes = 0;
    const { width, height } = raster;
    for (const bits of BITS) {
      const data = await smallPng(raster, bits, slice);
      bytes = data.length;
      if (bytes > wanted.maxBytes) continue;
      const colours = bits === 8 ? '' : ' with fewer colours';
      const shrunk = `Scaled from ${head.width} by ${head.height} to ${width} by ${height} pixels${colours}.`;
      return { ...picture, data, mimeType: 'image/png', width, height, shrunk };
    }
    if (side <= MIN_SIDE) throw tooLarge(picture, wanted);
    side = Math.max(MIN_SIDE, Math.floor(side * Math.min(0.9, Math.sqrt(wanted.maxBytes / bytes))));
    const [nextWidth, nextHeight] = sizeOf(box, side);
    raster = await shrunkRaster(raster, { width: nextWidth, height: nextHeight }, slice);
  }
}

/** The width and height of a box whose longest side has `side` pixels. */
function sizeOf({ width, height }: Size, side: number): [width: number, height: number] {
  const scale = side / Math.max(width, height);
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

/** The size with the same proportions inside the wanted box. */
function boxOf({ width, height }: Size, wanted: PictureRequest): Size {
  const scale = Math.min(
    1,
    (wanted.width ?? width) / Math.max(1, width),
    (wanted.height ?? height) / Math.max(1, height),
  );
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function tooLarge({ data, mimeType }: Picture, { maxBytes }: PictureRequest): WorldError {
  return new WorldError(
    'Unsupported',
    `The picture is too large for an answer: ${data.length} bytes of ${mimeType}; the limit is ${maxBytes}.`,
    'Give a smaller width and height, or a larger maxBytes.',
  );
}

function damaged(): WorldError {
  return new WorldError(
    'Internal',
    'The picture is a damaged PNG.',
    'Take it again, or give a larger maxBytes to get it as it is.',
  );
}
