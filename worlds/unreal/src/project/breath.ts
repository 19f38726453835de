import { setImmediate as turn } from 'node:timers/promises';

const MOST_MS = 4;

/** Lets others have a turn in the midst of long work, and ends it when nobody wants it any more. */
export class Breath {
  #since = performance.now();

  constructor(readonly signal: AbortSignal) {}

  /** Whether it is time to: to ask costs less than to wait for nothing. */
  get due(): boolean {
    return performance.now() - this.#since >= MOST_MS;
  }

  async take(): Promise<void> {
    while (this.due) {
      const since = this.#since;
      await turn();
      this.signal.throwIfAborted();
      // Of several who share it and waited for the same turn, one goes on, and the others once it has had its time.
      if (this.#since === since) this.#since = performance.now();
    }
  }
}
