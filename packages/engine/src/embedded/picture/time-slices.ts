import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which frames and calls are served. */
const SLICE_MS = 8;

/** Splits long work into slices. */
export class TimeSlices {
  #begun = performance.now();
  #spent = 0;

  /** Milliseconds of work so far, without the time between slices. */
  get spent(): number {
    return this.#spent + performance.now() - this.#begun;
  }

  get isOver(): boolean {
    return performance.now() - this.#begun >= SLICE_MS;
  }

  /** Resolves when other events have been served. */
  async rest(): Promise<void> {
    this.#spent += performance.now() - this.#begun;
    await setImmediate();
    this.#begun = performance.now();
  }
}
