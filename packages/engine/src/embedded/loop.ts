/** Frames this far behind are given up instead of being made up for. */
const MAX_BEHIND = 250;

/**
 * Calls back once a frame, by a schedule that does not drift: a frame that comes late does not make the next ones
 * late. Between frames the event loop is free for calls.
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
