import { type Context, WorldError } from '@worldwire/server';

/** Base64 makes 100 KB of it. */
const DEFAULT_PICTURE_BYTES = 75_000;
const ENVELOPE_BYTES = 4 * 1024;
const MIN_ANSWER_BYTES = 12 * 1024;

/** Bytes of the file of a picture: the default, or what `maxBytes` of the client leaves for it. */
export function pictureBytes({ asksBytes, answerBytes }: Context): number {
  if (asksBytes === undefined) return DEFAULT_PICTURE_BYTES;
  if (answerBytes >= MIN_ANSWER_BYTES) return Math.floor(((answerBytes - ENVELOPE_BYTES) * 3) / 4);
  throw new WorldError(
    'InvalidArgument',
    `A picture does not fit ${answerBytes} bytes.`,
    `Raise maxBytes to ${MIN_ANSWER_BYTES} or more, or leave it out.`,
  );
}
