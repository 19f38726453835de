import { Allowance } from '@worldwire/server/internal';
import { type Capture, finish } from '../domain/index.js';
import type { Caller } from './caller.js';

/** Bytes of captured states that wait to be written, in total and per principal. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_PRINCIPAL_BYTES = 16 * 1024 * 1024;
/** A capture of this size is written in about a millisecond. */
const SMALL_BYTES = 8 * 1024;

/** Writes the states in answers to commands. The commands are committed, so a failure here must not fail them. */
export class CaptureTexts {
  readonly #waiting = new Allowance({ total: MAX_BYTES, perPrincipal: MAX_PRINCIPAL_BYTES });

  /** The state as JSON, or undefined if too much is waiting or the caller disconnected. */
  async text(captured: Capture | undefined, caller: Caller): Promise<string | undefined> {
    if (captured === undefined) return undefined;
    if (captured.length <= SMALL_BYTES) return finish(captured.text());
    if (!this.#waiting.take(caller.principal, captured.length)) return undefined;
    try {
      return await caller.heavy(captured.text());
    } catch {
      return undefined;
    } finally {
      this.#waiting.release(caller.principal, captured.length);
    }
  }
}
