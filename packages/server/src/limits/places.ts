import { WorldError } from '../api/world-error.js';

/** All clients, where the server requires no credential. No other principal exists then, so its share is all places. */
const EVERYBODY = 'local';
/** Principals without a place whose count is kept, so that their next place costs one look-up. */
const MAX_IDLE = 1_000;

/** A number that principals share. The texts make the errors. */
export interface SharedNumber {
  /** Its name in docs/limits.md: a limit such as `approvals`, or the constant of a world. */
  readonly limit: string;
  readonly total: number;
  /** The limit `principalPercent`. */
  readonly percent: number;
  /** Whose number it is: "this engine". */
  readonly of: string;
  /** What is counted, in the plural: "profiles". */
  readonly things: string;
  /** What is true of them: "are measured". */
  readonly state: string;
  /** The next step of a principal that gets none. */
  readonly next: string;
}

interface Held {
  count: number;
}

/**
 * Places that principals share. One principal may hold `percent` of them, rounded up, so that places are left for others.
 *
 *     const release = profiles.take(context.principal);
 */
export class Places {
  readonly number: SharedNumber;
  readonly #share: number;
  readonly #held = new Map<string, Held>();
  #taken = 0;

  constructor(number: SharedNumber) {
    this.number = number;
    this.#share = Math.max(1, Math.ceil((number.total * number.percent) / 100));
  }

  /** The places that all principals hold. */
  get taken(): number {
    return this.#taken;
  }

  heldBy(principal: string): number {
    return this.#held.get(principal)?.count ?? 0;
  }

  /** How many places the principal may hold. */
  shareOf(principal: string): number {
    return principal === EVERYBODY ? this.number.total : Math.min(this.#share, this.number.total);
  }

  /** Why the principal gets no place: the total is reached, or its share of it. Undefined if there is one. */
  full(principal: string): 'total' | 'share' | undefined {
    if (this.#taken >= this.number.total) return 'total';
    return this.heldBy(principal) >= this.shareOf(principal) ? 'share' : undefined;
  }

  /** Takes a place. The function that it gives releases the place, once. Throws a WorldError if there is no place. */
  take(principal: string): () => void {
    const release = this.tryTake(principal);
    if (release === undefined) throw this.refusal(principal);
    return release;
  }

  /** The same, without an error. */
  tryTake(principal: string): (() => void) | undefined {
    const held = this.#of(principal);
    if (this.#taken >= this.number.total || held.count >= this.shareOf(principal)) return undefined;
    held.count++;
    this.#taken++;
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      held.count--;
      this.#taken--;
    };
  }

  /** Holds a place until the work has settled, even if its caller has left before. Throws if there is no place. */
  run<Result>(principal: string, start: () => Promise<Result>): Promise<Result> {
    const release = this.take(principal);
    try {
      const work = start();
      work.then(release, release);
      return work;
    } catch (thrown) {
      release();
      throw thrown;
    }
  }

  refusal(principal: string): WorldError {
    return new WorldError('RateLimited', this.reason(principal), this.number.next);
  }

  /** Why the principal gets no place now: which number it is, whose, its value, and the share. */
  reason(principal: string): string {
    const { limit, total, percent, of, things, state } = this.number;
    const own = this.heldBy(principal);
    const share = this.shareOf(principal);
    if (this.full(principal) === 'share')
      return `${own} ${things} of yours ${state}, which is your share: ${of} has ${total} (${limit}), and one principal may have ${share} of them (principalPercent: ${percent}).`;
    return `${this.#taken} ${things} ${state}, ${own} of them yours. That is the maximum of ${of} (${limit}: ${total}), which all principals share.`;
  }

  #of(principal: string): Held {
    let held = this.#held.get(principal);
    if (held === undefined) {
      if (this.#held.size >= MAX_IDLE) this.#forgetIdle();
      held = { count: 0 };
      this.#held.set(principal, held);
    }
    return held;
  }

  #forgetIdle(): void {
    for (const [principal, { count }] of this.#held) if (count === 0) this.#held.delete(principal);
  }
}
