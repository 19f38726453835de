import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which other events are served. */
const SLICE_MS = 8;

/** Splits long work into slices, so that other events are served. */
export interface Pauses {
  /** Whether the slice is over. Callers with small steps check this first, because it allocates no promise. */
  readonly isOver: boolean;
  /** Resolves when other events have been served. Rejects if the work is not wanted any more. */
  yieldToEventLoop(): Promise<void>;
}

/** For threads that do nothing else. */
export const NO_PAUSES: Pauses = { isOver: false, yieldToEventLoop: async () => {} };

/** Slices of one piece of work. */
export class TimeSlices implements Pauses {
  readonly #signal: AbortSignal | undefined;
  #begun = performance.now();
  #spent = 0;

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Milliseconds of work so far, without the time between slices. */
  get spent(): number {
    return this.#spent + performance.now() - this.#begun;
  }

  get isOver(): boolean {
    return performance.now() - this.#begun >= SLICE_MS;
  }

  async yieldToEventLoop(): Promise<void> {
    this.#spent += performance.now() - this.#begun;
    await setImmediate();
    this.#begun = performance.now();
    this.#signal?.throwIfAborted();
  }
}
