import type { Context } from '@worldwire/server';

/** Characters of Base64 for each byte, and the envelope around it. */
const BASE64 = 4 / 3;
const ENVELOPE_BYTES = 2_000;
/** Of an answer with a picture, unless a caller gives another limit. */
const DEFAULT_PICTURE_ANSWER = 100_000;
/** Of an answer without a picture: the limit of a caller who gave none. */
const DEFAULT_ANSWER_BYTES = 64 * 1024;

/** Bytes of a picture in an answer of 100 KB, or of what `maxBytes` of the caller and the limit of the server allow. */
export function pictureBytes({ answerBytes, resultBytes }: Context): number {
  const asked = answerBytes === DEFAULT_ANSWER_BYTES ? DEFAULT_PICTURE_ANSWER : answerBytes;
  return Math.max(0, Math.floor((Math.min(asked, resultBytes) - ENVELOPE_BYTES) / BASE64));
}
