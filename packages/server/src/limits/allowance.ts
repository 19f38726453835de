/** The limits of one kind of memory, in bytes. */
export interface AllowanceLimits {
  readonly total: number;
  readonly perPrincipal: number;
}

/** Frees some bytes of a principal. False where nothing can be freed. */
type Reclaim = (principal: string) => boolean;

/**
 * Counts one kind of memory, per principal and in total. Callers `take` bytes before they allocate them, and `release` the
 * same number later.
 */
export class Allowance {
  readonly limits: AllowanceLimits;
  readonly #held = new Map<string, number>();
  readonly #reclaimers: Reclaim[] = [];
  #total = 0;

  constructor(limits: AllowanceLimits) {
    this.limits = limits;
  }

  /** Bytes of all principals. */
  get total(): number {
    return this.#total;
  }

  /** Bytes of one principal. */
  held(principal: string): number {
    return this.#held.get(principal) ?? 0;
  }

  /** The limit that `bytes` more would exceed, or undefined. */
  exceeded(principal: string, bytes: number): keyof AllowanceLimits | undefined {
    if (this.held(principal) + bytes > this.limits.perPrincipal) return 'perPrincipal';
    return this.#total + bytes > this.limits.total ? 'total' : undefined;
  }

  /** Counts the bytes. False where they exceed a limit: nothing is counted then. */
  take(principal: string, bytes: number): boolean {
    const held = this.held(principal) + bytes;
    if (held > this.limits.perPrincipal || this.#total + bytes > this.limits.total) return false;
    this.#held.set(principal, held);
    this.#total += bytes;
    return true;
  }

  /** Adds a function that frees bytes for `takeFairly`. */
  addReclaimer(giver: Reclaim): void {
    this.#reclaimers.push(giver);
  }

  /**
   * Counts the bytes as `take` does. Where they exceed the total, frees bytes of the principal that holds most, as long as
   * it holds more than this one would.
   */
  takeFairly(principal: string, bytes: number): boolean {
    while (!this.take(principal, bytes)) {
      const { largest } = this;
      const own = this.held(principal) + bytes;
      if (this.exceeded(principal, bytes) !== 'total') return false;
      if (largest === undefined || this.held(largest) <= own) return false;
      if (!this.#reclaimers.some(give => give(largest))) return false;
    }
    return true;
  }

  release(principal: string, bytes: number): void {
    const held = this.held(principal) - bytes;
    if (held < 0) throw new RangeError(`More bytes were released for "${principal}" than taken.`);
    if (held === 0) this.#held.delete(principal);
    else this.#held.set(principal, held);
    this.#total -= bytes;
  }

  /** The principal with the most bytes. */
  get largest(): string | undefined {
    let largest: string | undefined;
    let most = 0;
    for (const [principal, held] of this.#held) {
      if (held <= most) continue;
      largest = principal;
      most = held;
    }
    return largest;
  }
}
