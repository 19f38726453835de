/** Milliseconds. Frames that are later than this are skipped. */
const MAX_BEHIND = 250;

/**
 * Calls `step` once per frame, on a schedule that does not drift: a late frame does not delay the next ones. Between frames the event loop
 * serves calls.
 */
export class Loop {
  readonly #frameMs: number;
  readonly #step: (seconds: number, interval: number) => void;
  #due = 0;
  #last = 0;

  constructor(frameMs: number, step: (seconds: number, interval: number) => void) {
    this.#frameMs = frameMs;
    this.#step = step;
  }

  start(): void {
    this.#last = performance.now();
    this.#due = this.#last + this.#frameMs;
    this.#wait();
  }

  #wait(): void {
    setTimeout(() => this.#frame(), Math.max(0, Math.round(this.#due - performance.now())));
  }

  #frame(): void {
    const now = performance.now();
    const interval = now - this.#last;
    this.#last = now;
    this.#due += this.#frameMs;
    if (now - this.#due > MAX_BEHIND) this.#due = now + this.#frameMs;
    this.#wait();
    this.#step(interval / 1000, interval);
  }
}
