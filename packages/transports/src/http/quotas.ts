import type { Limits } from '@worldwire/server/internal';

const WINDOW_MS = 1_000;
/** Stays open, and is limited as a stream rather than a call. */
export const LASTING = 'subscriptions/listen';

export type QuotaLimits = Pick<Limits, 'callsInFlight' | 'requestsPerSecond'>;

/** The calls in flight and the request rate of one principal. */
export class Account {
  #inFlight = 0;
  #since = 0;
  #spent = 0;

  constructor(
    readonly limits: QuotaLimits,
    readonly now: () => number,
  ) {}

  /** Whether a call of this method is over the limit. */
  full(method?: string): boolean {
    return this.#inFlight >= this.limits.callsInFlight && method !== LASTING;
  }

  begin(method?: string): void {
    if (method !== LASTING) this.#inFlight++;
  }

  end(method?: string): void {
    if (method !== LASTING) this.#inFlight--;
  }

  /** Counts requests of this second. False, and nothing is counted, if they are over the limit. */
  spend(requests: number): boolean {
    const now = this.now();
    if (Math.abs(now - this.#since) >= WINDOW_MS) {
      this.#since = now;
      this.#spent = 0;
    }
    if (this.#spent + requests > this.limits.requestsPerSecond) return false;
    this.#spent += requests;
    return true;
  }
}

/** The accounts of a listener: one for each principal of its token file. */
export class Quotas {
  readonly #accounts = new Map<string, Account>();

  constructor(
    readonly limits: QuotaLimits,
    readonly now: () => number,
  ) {}

  of(principal: string): Account {
    let account = this.#accounts.get(principal);
    if (account === undefined) {
      account = new Account(this.limits, this.now);
      this.#accounts.set(principal, account);
    }
    return account;
  }
}
