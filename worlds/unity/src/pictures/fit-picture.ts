import type { PictureInfo } from '@worldwire/engine';
import { type Fit, fitPng, TimeSlices } from '@worldwire/picture';
import { WorldError } from '@worldwire/server';
import { Semaphore } from '@worldwire/server/kit';

export interface FittedPicture {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  /** What was changed to make it fit. */
  readonly note?: string;
}

/** Writes the pictures of an engine again, in another format or with fewer bytes. One at a time, because pixels take megabytes. */
export class PictureFitter {
  readonly #turns = new Semaphore(1);

  async fit(picture: PictureInfo, wanted: Fit, signal: AbortSignal): Promise<FittedPicture> {
    const { data, mimeType, width, height } = picture;
    const hasFormat = wanted.format === undefined || mimeType === `image/${wanted.format}`;
    const bytes = Buffer.byteLength(data, 'base64');
    if (hasFormat && bytes <= wanted.maxBytes && wanted.draw === undefined)
      return { data, mimeType, width, height };
    const file = Buffer.from(data, 'base64');
    const fitted = await this.#turns.run(() => fitPng(file, wanted, new TimeSlices(signal)), signal);
    if (fitted === undefined || fitted.data.length > wanted.maxBytes)
      throw notFitting(mimeType, bytes, wanted);
    const from = fitted.width === width ? '' : `Scaled from ${width} by ${height} pixels to fit. `;
    return {
      ...fitted,
      data: Buffer.from(fitted.data).toString('base64'),
      note: `${from}It has ${fitted.detail}.`,
    };
  }
}

function notFitting(mimeType: string, bytes: number, { format, maxBytes }: Fit): WorldError {
  const as = format === undefined ? '' : ` as ${format}`;
  return new WorldError(
    'Unsupported',
    `The engine sent ${bytes} bytes of ${mimeType}, which cannot be written again${as} in ${maxBytes} bytes.`,
    'Leave format out, and send a smaller width or a larger maxBytes.',
  );
}
