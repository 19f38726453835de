import type { Mutex } from '../../work/mutex.js';

/** Larger answers are read one at a time, so that many callers together hold no more than one of them. */
const LARGE_BYTES = 1024 * 1024;

/** Thrown before more than the bound is held. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

export interface Body {
  readonly bytes: Uint8Array;
  /** To be called when the bytes are no longer needed. */
  release(): void;
}

/** The body of an answer, read no further than it may be long. */
export async function boundedBody(
  response: Response,
  most: number,
  large: Mutex,
  signal: AbortSignal,
): Promise<Body> {
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > most) {
    await response.body?.cancel();
    throw new BodyTooLarge();
  }
  if (response.body === null) return { bytes: new Uint8Array(), release() {} };
  const reader = response.body.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  let release: (() => void) | undefined;
  try {
    for (;;) {
      if (release === undefined && Math.max(size, announced) > LARGE_BYTES)
        release = await large.enter(signal);
      const { done, value } = await reader.read();
      if (done) return { bytes: Buffer.concat(pieces, size), release: release ?? (() => {}) };
      size += value.byteLength;
      if (size > most) {
        await reader.cancel();
        throw new BodyTooLarge();
      }
      pieces.push(value);
    }
  } catch (thrown) {
    release?.();
    throw thrown;
  }
}
