import { isUtf8 } from 'node:buffer';
import { type JsonParse, parseJson } from '@worldwire/protocol';

/** Reads a request's body as JSON within the limits, or says why it cannot be. */
export function parseBody(body: Buffer, depth: number): JsonParse {
  // Decoding would replace bad bytes silently, and a name could then mean another.
  return isUtf8(body)
    ? parseJson(body.toString('utf8'), { depth })
    : { ok: false, reason: 'The body is not UTF-8.' };
}
