import type { Context } from '@worldwire/server';

/** Characters of Base64 for each byte, and the envelope around it. */
const BASE64 = 4 / 3;
const ENVELOPE_BYTES = 2_000;
/** Of an answer with a picture, unless a client gives another limit. */
const DEFAULT_PICTURE_ANSWER = 100_000;

/** Bytes of a picture in an answer of 100 KB, or of what `maxBytes` of the client and the limit of the server allow. */
export function pictureBytes({ answerBytes, asksBytes, resultBytes }: Context): number {
  const answer = asksBytes === undefined ? Math.min(DEFAULT_PICTURE_ANSWER, resultBytes) : answerBytes;
  return Math.max(0, Math.floor((answer - ENVELOPE_BYTES) / BASE64));
}
