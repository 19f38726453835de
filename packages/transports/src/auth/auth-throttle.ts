import { KnownCallers } from './known-callers.js';
import { isLoopback } from './loopback.js';

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 10_000;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;
/** Enough doublings to reach the longest delay. */
const MAX_DOUBLINGS = 6;
const IPV4_IN_IPV6 = '::ffff:';
const LOOPBACK = 'loopback';

/** Failures in a row: `at` is where window and delay begin. */
interface Run {
  readonly count: number;
  readonly at: number;
}

/** The recent failures of one address: since the first in a window, and until the last without a window between. */
interface Failures {
  readonly first: Run;
  readonly last: Run;
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
 * The failures of all addresses, and the credentials that were accepted from each. One for all ports and wires of a process: an
 * attempt at one of them counts at the others, and so does a token that was used before.
 */
export class AuthFailures {
  readonly known = new KnownCallers();
  readonly #byAddress = new Map<string, Failures>();
  /** Cache for one address: most requests come from the same as the one before. */
  #last = { address: '', place: '' };

  constructor(readonly now: () => number) {}

  /** A program of this machine may choose among the loopback addresses, and IPv4 may be written in IPv6. */
  placeOf(address: string): string {
    if (address !== this.#last.address) this.#last = { address, place: placeOf(address) };
    return this.#last.place;
  }

  of(address: string, from: ThrottlePolicy['from']): Run | undefined {
    return this.#byAddress.get(address)?.[from];
  }

  add(address: string): void {
    const now = this.now();
    const { first, last } = this.#byAddress.get(address) ?? {};
    const next = (run: Run | undefined) => (isRecent(run, now) ? run.count + 1 : 1);
    // Deleted and set, an entry moves behind the others: the first is the one that failed longest ago.
    this.#byAddress.delete(address);
    if (this.#byAddress.size >= MAX_ADDRESSES) this.#forgetOldest();
    this.#byAddress.set(address, {
      first: { count: next(first), at: isRecent(first, now) ? first.at : now },
      last: { count: next(last), at: now },
    });
  }

  #forgetOldest(): void {
    for (const address of this.#byAddress.keys()) {
      this.#byAddress.delete(address);
      return;
    }
  }
}

/**
 * Slows down attempts to guess a token, by address. While an address is blocked, a right token is refused like a wrong
 * one, unless that token was accepted from there before: clients behind one address do not lock each other out. What proves its
 * sender without a token that can be guessed (a session of the console, the local operator) is not asked here at all.
 */
export class AuthThrottle {
  readonly #failures: AuthFailures;

  constructor(
    readonly policy: ThrottlePolicy,
    readonly now: () => number,
    failures = new AuthFailures(now),
  ) {
    this.#failures = failures;
  }

  /** How long the address is blocked for this credential: 0 if it is not. */
  waitMs(address: string, credential: object | undefined): number {
    const place = this.#failures.placeOf(address);
    const run = this.#failures.of(place, this.policy.from);
    if (run === undefined) return 0;
    const delayMs = this.policy.delayMs(run.count);
    const left = run.at + delayMs - this.now();
    // More than the delay is left after the clock was set back: that does not block an address for longer.
    if (left <= 0 || left > delayMs) return 0;
    return credential !== undefined && this.#failures.known.has(place, credential) ? 0 : left;
  }

  /** Counts a failure. Returns how long the address is blocked by it. */
  failed(address: string): number {
    const place = this.#failures.placeOf(address);
    this.#failures.add(place);
    const run = this.#failures.of(place, this.policy.from);
    return run === undefined ? 0 : this.policy.delayMs(run.count);
  }

  succeeded(address: string, credential: object): void {
    this.#failures.known.add(this.#failures.placeOf(address), credential);
  }
}

function isRecent(run: Run | undefined, now: number): run is Run {
  return run !== undefined && Math.abs(now - run.at) < WINDOW_MS;
}

function placeOf(address: string): string {
  const plain = address.startsWith(IPV4_IN_IPV6) ? address.slice(IPV4_IN_IPV6.length) : address;
  return isLoopback(plain) ? LOOPBACK : plain;
}
