/** The bounds of one kind of memory, in bytes. */
export interface AllowanceLimits {
  readonly total: number;
  readonly perPrincipal: number;
}

/** Frees some bytes of a principal, whatever they are used for. False where there is nothing to free. */
type Reclaim = (principal: string) => boolean;

/**
 * Counts the bytes of one kind that the server holds for its clients, for each principal and over all. What takes bytes
 * releases the same number later. Nothing is allocated here: callers take before they allocate.
 */
export class Allowance {
  readonly limits: AllowanceLimits;
  readonly #held = new Map<string, number>();
  readonly #reclaimers: Reclaim[] = [];
  #total = 0;

  constructor(limits: AllowanceLimits) {
    this.limits = limits;
  }

  /** The bytes held over all principals. */
  get total(): number {
    return this.#total;
  }

  /** The bytes held for one principal. */
  held(principal: string): number {
    return this.#held.get(principal) ?? 0;
  }

  /** Which limit refuses this many bytes more, or undefined where they fit. */
  exceeded(principal: string, bytes: number): keyof AllowanceLimits | undefined {
    if (this.held(principal) + bytes > this.limits.perPrincipal) return 'perPrincipal';
    return this.#total + bytes > this.limits.total ? 'total' : undefined;
  }

  /** Counts the bytes. False, and none of them counted, where they do not fit. */
  take(principal: string, bytes: number): boolean {
    const held = this.held(principal) + bytes;
    if (held > this.limits.perPrincipal || this.#total + bytes > this.limits.total) return false;
    this.#held.set(principal, held);
    this.#total += bytes;
    return true;
  }

  /** Adds a way to free bytes, for `takeFairly`. */
  addReclaimer(giver: Reclaim): void {
    this.#reclaimers.push(giver);
  }

  /**
   * Counts the bytes as `take` does. Where the total is exceeded, the principal that holds most gives way, as long as it
   * holds more than this one would: no principal is shut out by others that hold everything.
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

  /** The principal that holds the most bytes, or undefined where nothing is held. */
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
