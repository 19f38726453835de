import type { Mutex } from '@worldwire/server/kit';

/** Larger answers are read one at a time, to bound the memory of many callers. */
const LARGE_BYTES = 1024 * 1024;

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

export interface Body {
  readonly bytes: Uint8Array;
  /** Call it when the bytes are no longer needed. */
  release(): void;
}

/** Reads the body of an answer, up to `max` bytes. */
export async function boundedBody(
  response: Response,
  max: number,
  large: Mutex,
  signal: AbortSignal,
): Promise<Body> {
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > max) {
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
        release = await large.acquire(signal);
      const { done, value } = await reader.read();
      if (done) return { bytes: Buffer.concat(pieces, size), release: release ?? (() => {}) };
      size += value.byteLength;
      if (size > max) {
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
