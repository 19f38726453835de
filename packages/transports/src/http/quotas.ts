import type { Limits } from '@worldwire/server/internal';

const WINDOW_MS = 1_000;
/** An issuer has any number of subjects. Idle accounts beyond this are forgotten. */
export const MAX_IDLE_ACCOUNTS = 10_000;
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

  /** Whether nothing is lost with the account: no call is in flight, and its second is over. */
  get idle(): boolean {
    return this.#inFlight === 0 && Math.abs(this.now() - this.#since) >= WINDOW_MS;
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

/** The accounts of a listener: one for each principal. */
export class Quotas {
  readonly #accounts = new Map<string, Account>();

  constructor(
    readonly limits: QuotaLimits,
    readonly now: () => number,
  ) {}

  get size(): number {
    return this.#accounts.size;
  }

  of(principal: string): Account {
    let account = this.#accounts.get(principal);
    if (account === undefined) {
      if (this.#accounts.size >= MAX_IDLE_ACCOUNTS) this.#forgetIdle();
      account = new Account(this.limits, this.now);
      this.#accounts.set(principal, account);
    }
    return account;
  }

  #forgetIdle(): void {
    for (const [principal, account] of this.#accounts) if (account.idle) this.#accounts.delete(principal);
  }
}
