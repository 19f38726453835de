import { randomUUID } from 'node:crypto';
import { boxOf, type Fit, fitPng, type PictureFormat, pngHead } from '@worldwire/picture';
import { WorldError } from '@worldwire/server';
import type { Picture } from '../port/operations.js';
import { SerialQueue } from '../work/serial-queue.js';
import { TimeSlice } from '../work/time-slice.js';

/** The picture, and what was changed to make it fit. */
export interface FittedPicture extends Picture {
  readonly shrunk?: string;
}

/** One at a time, because the pixels of a picture take megabytes. */
const shrinking = new SerialQueue('make a picture smaller');

/** A picture within a number of bytes and pixels, in a format. A PNG is written again; others are refused where they do not fit. */
export async function fitPicture(picture: Picture, wanted: Fit, signal: AbortSignal): Promise<FittedPicture> {
  const known = { width: picture.width ?? 0, height: picture.height ?? 0 };
  const hasFormat = wanted.format === undefined || picture.mimeType === `image/${wanted.format}`;
  const isSmall = picture.data.length <= wanted.maxBytes;
  const isWhole = known.width === 0 || boxOf(known, wanted).width >= known.width;
  if (hasFormat && isSmall && isWhole) return picture;
  const head = pngHead(picture.data);
  if (head === undefined) {
    if (hasFormat && isSmall) return picture;
    throw hasFormat ? tooLarge(picture, wanted) : otherFormat(picture, wanted.format as PictureFormat);
  }
  const file = await shrinking.run(randomUUID(), signal, stop =>
    fitPng(picture.data, wanted, new TimeSlice(stop)),
  );
  if (file === undefined) throw damaged();
  if (file.data.length > wanted.maxBytes) throw tooLarge(picture, wanted);
  const { data, mimeType, width, height, detail } = file;
  const from =
    width === head.width
      ? ''
      : `Scaled from ${head.width} by ${head.height} to ${width} by ${height} pixels. `;
  return { ...picture, data, mimeType, width, height, shrunk: `${from}It has ${detail}.` };
}

function tooLarge({ data, mimeType }: Picture, { maxBytes }: Fit): WorldError {
  return new WorldError(
    'Unsupported',
    `The picture is too large for an answer: ${data.length} bytes of ${mimeType}; the limit is ${maxBytes}.`,
    'Give a smaller width and height, or a larger maxBytes.',
  );
}

function otherFormat({ mimeType }: Picture, format: PictureFormat): WorldError {
  const given = /^image\/(png|jpeg)$/.exec(mimeType)?.[1];
  return new WorldError(
    'Unsupported',
    `The picture is ${mimeType}, which cannot be converted to ${format}.`,
    given === undefined || given === format
      ? 'Leave format out.'
      : `Give format "${given}", or leave it out.`,
  );
}

function damaged(): WorldError {
  return new WorldError(
    'Internal',
    'The picture is a damaged PNG.',
    'Take it again, or give a larger maxBytes to get it as it is.',
  );
}
