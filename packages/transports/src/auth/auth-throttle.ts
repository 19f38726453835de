import { KnownCallers } from './known-callers.js';

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 10_000;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;
/** Enough doublings to reach the longest delay. */
const MAX_DOUBLINGS = 6;

/** The recent failures of one address. */
interface Failures {
  readonly count: number;
  /** Where window and delay begin. */
  readonly at: number;
  readonly delayMs: number;
}

/** How long an address is blocked after a number of failures within the window. */
export interface ThrottlePolicy {
  delayMs(failures: number): number;
  /** Whether window and delay begin with the first failure, or again with each. */
  readonly from: 'first' | 'last';
}

/** No delay up to a number of failures; then the rest of the minute since the first. */
export function fixedWindow(maxFailures: number): ThrottlePolicy {
  return { from: 'first', delayMs: failures => (failures < maxFailures ? 0 : WINDOW_MS) };
}

/** No delay for the first failure; then a delay that doubles with each until a minute passes without one. */
export const BACKOFF: ThrottlePolicy = {
  from: 'last',
  delayMs: failures =>
    failures === 1 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(MAX_DOUBLINGS, failures - 2)),
};

/**
 * Slows down attempts to guess a token, by address. While an address is blocked, a right token is refused like a wrong
 * one, unless that token was accepted from there before: clients behind one address do not lock each other out.
 */
export class AuthThrottle {
  readonly #failures = new Map<string, Failures>();
  readonly #known = new KnownCallers();

  constructor(
    readonly policy: ThrottlePolicy,
    readonly now: () => number,
  ) {}

  /** How long the address is blocked for this credential: 0 if it is not. */
  waitMs(address: string, credential: object | undefined): number {
    const entry = this.#failures.get(address);
    if (entry === undefined) return 0;
    const left = entry.at + entry.delayMs - this.now();
    // More than the delay is left after the clock was set back: that does not block an address for longer.
    if (left <= 0 || left > entry.delayMs) return 0;
    return credential !== undefined && this.#known.has(address, credential) ? 0 : left;
  }

  /** Counts a failure. Returns how long the address is blocked by it. */
  failed(address: string): number {
    const now = this.now();
    const { from } = this.policy;
    const entry = this.#failures.get(address);
    const recent = entry !== undefined && Math.abs(now - entry.at) < WINDOW_MS ? entry : undefined;
    const count = (recent?.count ?? 0) + 1;
    const delayMs = this.policy.delayMs(count);
    // Deleted and set, an entry moves behind the others: the first is the one that failed longest ago.
    this.#failures.delete(address);
    if (this.#failures.size >= MAX_ADDRESSES) this.#forgetOldest();
    this.#failures.set(address, { count, at: recent && from === 'first' ? recent.at : now, delayMs });
    return delayMs;
  }

  succeeded(address: string, credential: object): void {
    this.#known.add(address, credential);
  }

  #forgetOldest(): void {
    for (const address of this.#failures.keys()) {
      this.#failures.delete(address);
      return;
    }
  }
}
