import type { Principal } from './principal.js';

/** The system clock may change, and does not run while a machine sleeps: a wait is not longer than this. */
const MAX_WAIT_MS = 60_000;

/** Called with the credential of each thing that stays open. */
export type Stays = (who: Principal) => void;

/** A part of the server that keeps things open for credentials: a kernel, the sessions of the console. */
export interface CredentialHolder {
  /** Ends everything that its credential no longer allows. */
  recheck(stays: Stays): void;
}

/**
 * The end of credentials: whatever was opened with one ends with it. A holder has what is open, and is asked when credentials
 * have changed (`recheck`) and when the next of them expires. One timer serves all.
 */
export class CredentialEnds {
  readonly #holders = new Set<CredentialHolder>();
  #next = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  /** `date` gives milliseconds since 1970. */
  constructor(readonly date: () => number) {}

  /** Returns the function that removes the holder. */
  add(holder: CredentialHolder): () => void {
    this.#holders.add(holder);
    return () => {
      this.#holders.delete(holder);
      if (this.#holders.size === 0) this.#wait(Number.POSITIVE_INFINITY);
    };
  }

  /** Something was opened with the credential. */
  opened({ expiresAt }: Pick<Principal, 'expiresAt'>): void {
    if (expiresAt < this.#next) this.#wait(expiresAt);
  }

  /** Ends what was opened with credentials that were revoked, have expired or have other rights now. */
  recheck(): void {
    let next = Number.POSITIVE_INFINITY;
    const now = this.date();
    for (const holder of [...this.#holders]) {
      holder.recheck(({ expiresAt }) => {
        // One that has expired and stays open is not waited for again.
        if (expiresAt > now && expiresAt < next) next = expiresAt;
      });
    }
    this.#wait(next);
  }

  /** The same, if a credential has expired since. The kernels call it every second: the clock may have been changed. */
  sweep(): void {
    if (this.#next !== Number.POSITIVE_INFINITY && this.date() >= this.#next) this.recheck();
  }

  #wait(until: number): void {
    clearTimeout(this.#timer);
    this.#next = until;
    this.#timer = undefined;
    if (until === Number.POSITIVE_INFINITY) return;
    const ms = Math.min(MAX_WAIT_MS, Math.max(1, until - this.date()));
    this.#timer = setTimeout(() => {
      if (this.date() >= this.#next) this.recheck();
      else this.#wait(this.#next);
    }, ms).unref();
  }
}
