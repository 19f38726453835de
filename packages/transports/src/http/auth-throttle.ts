const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 10_000;

/** Slows down whoever guesses: so many failures per address and minute, then it has to wait. */
export class AuthThrottle {
  readonly #failures = new Map<string, { count: number; since: number }>();

  constructor(
    readonly most: number,
    readonly now: () => number,
  ) {}

  /** Seconds to wait, or 0. */
  wait(address: string): number {
    const entry = this.#failures.get(address);
    if (entry === undefined || entry.count < this.most) return 0;
    const left = entry.since + WINDOW_MS - this.now();
    // More than the window is left where the clock was set back: no address waits longer than it should for that.
    return left > 0 && left <= WINDOW_MS ? Math.ceil(left / 1_000) : 0;
  }

  failed(address: string): void {
    const now = this.now();
    const entry = this.#failures.get(address);
    if (entry !== undefined && Math.abs(now - entry.since) < WINDOW_MS) entry.count++;
    else {
      this.#failures.delete(address);
      if (this.#failures.size >= MAX_ADDRESSES) this.#forgetOldest();
      this.#failures.set(address, { count: 1, since: now });
    }
  }

  /** A map keeps the order of its entries, and every entry is as old as its first failure. */
  #forgetOldest(): void {
    for (const address of this.#failures.keys()) {
      this.#failures.delete(address);
      return;
    }
  }
}
