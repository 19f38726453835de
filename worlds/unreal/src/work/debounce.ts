/** Calls back when `quietMs` have passed without a trigger, and at the latest `maxMs` after the first one. */
export class Debounce {
  #timer: NodeJS.Timeout | undefined;
  #since = 0;

  constructor(
    readonly callback: () => void,
    readonly quietMs: number,
    readonly maxMs: number,
  ) {}

  trigger(): void {
    const now = performance.now();
    if (this.#timer === undefined) this.#since = now;
    clearTimeout(this.#timer);
    const left = Math.max(0, this.#since + this.maxMs - now);
    this.#timer = setTimeout(() => this.#fire(), Math.min(this.quietMs, left)).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #fire(): void {
    this.#timer = undefined;
    this.callback();
  }
}
