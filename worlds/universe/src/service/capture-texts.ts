import { Allowance } from '@worldwire/server/internal';
import { type Capture, finish } from '../domain/index.js';
import type { Caller } from './caller.js';

/** Bytes of captured states that wait to be written into answers, over all and for one principal. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_PRINCIPAL_BYTES = 16 * 1024 * 1024;
/** A capture of so few bytes is written in about a millisecond. */
const SMALL_BYTES = 8 * 1024;

/** States that commands answer with. The commands are done, so whatever happens here must not make them look undone. */
export class CaptureTexts {
  readonly #waiting = new Allowance({ total: MAX_BYTES, perPrincipal: MAX_PRINCIPAL_BYTES });

  /** The state as JSON, or undefined where too much waits to be written, or the caller is gone. */
  async text(seen: Capture | undefined, caller: Caller): Promise<string | undefined> {
    if (seen === undefined) return undefined;
    if (seen.length <= SMALL_BYTES) return finish(seen.text());
    if (!this.#waiting.take(caller.principal, seen.length)) return undefined;
    try {
      return await caller.heavy(seen.text());
    } catch {
      return undefined;
    } finally {
      this.#waiting.release(caller.principal, seen.length);
    }
  }
}
