const FORGET_MS = 60_000;
const MAX_ADDRESSES = 10_000;
const FIRST_MS = 250;
const MAX_MS = 10_000;
/** Enough doublings to reach the longest delay. */
const MAX_DOUBLINGS = 6;

/** Makes whoever guesses wait, longer with every failure of the same address. A mistake alone costs nothing. */
export class Slowdown {
  readonly #failures = new Map<string, { count: number; last: number; delayMs: number }>();

  constructor(readonly now: () => number) {}

  /** Counts a failure. Returns how many milliseconds its answer has to wait. */
  failed(address: string): number {
    const now = this.now();
    const earlier = this.#failures.get(address);
    const count = earlier !== undefined && Math.abs(now - earlier.last) < FORGET_MS ? earlier.count + 1 : 1;
    // Set anew, it stands behind all others: the first entry is the one that failed longest ago.
    this.#failures.delete(address);
    const doublings = Math.min(MAX_DOUBLINGS, count - 2);
    const delayMs = count === 1 ? 0 : Math.min(MAX_MS, FIRST_MS * 2 ** doublings);
    this.#failures.set(address, { count, last: now, delayMs });
    if (this.#failures.size > MAX_ADDRESSES) this.#forgetOldest();
    return delayMs;
  }

  /** Whether the address still waits for the answer to its last failure. */
  waits(address: string): boolean {
    const earlier = this.#failures.get(address);
    if (earlier === undefined) return false;
    const left = earlier.last + earlier.delayMs - this.now();
    // More than the delay is left where the clock was set back: no address waits longer than it should for that.
    return left > 0 && left <= earlier.delayMs;
  }

  #forgetOldest(): void {
    for (const address of this.#failures.keys()) {
      this.#failures.delete(address);
      return;
    }
  }
}
