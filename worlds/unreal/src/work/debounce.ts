/** Calls once things have been quiet for a moment, and at the latest when they have not been for a longer one. */
export class Quiet {
  #timer: NodeJS.Timeout | undefined;
  #since = 0;

  constructor(
    readonly act: () => void,
    readonly quietMs: number,
    readonly mostMs: number,
  ) {}

  poke(): void {
    const now = performance.now();
    if (this.#timer === undefined) this.#since = now;
    clearTimeout(this.#timer);
    const left = Math.max(0, this.#since + this.mostMs - now);
    this.#timer = setTimeout(() => this.#fire(), Math.min(this.quietMs, left)).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #fire(): void {
    this.#timer = undefined;
    this.act();
  }
}
