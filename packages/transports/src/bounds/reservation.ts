import type { Allowance } from '@worldwire/server';

/** A smaller message costs less than what Node keeps for its connection, and is not counted. */
export const UNCOUNTED_BYTES = 4 * 1024;
/** Memory that a member of parsed JSON takes beside its text. Measured with distinct keys, the worst case. */
const BYTES_PER_MEMBER = 80;
/** Fewer members are not counted, as with the bytes of a small message. */
export const UNCOUNTED_MEMBERS = Math.floor(UNCOUNTED_BYTES / BYTES_PER_MEMBER);

/** What a parsed message takes: 0 where it is small. */
export function weightOf(length: number, members: number): number {
  const weight = length + members * BYTES_PER_MEMBER;
  return weight > UNCOUNTED_BYTES ? weight : 0;
}

export function weightOfMembers(members: number): number {
  return members * BYTES_PER_MEMBER;
}

/** What one message holds from its arrival until everything that needs it is done. */
export class Reservation {
  readonly #allowance: Allowance;
  readonly #principal: string;
  #bytes = 0;
  #users = 1;

  constructor(allowance: Allowance, principal: string) {
    this.#allowance = allowance;
    this.#principal = principal;
  }

  /** Counts bytes before they are kept. False, and none of them counted, where they do not fit. */
  add(bytes: number): boolean {
    if (this.#users === 0 || !this.#allowance.take(this.#principal, bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  /** One more part of the server needs the message. It calls `release` when it is done. */
  keep(): this {
    this.#users++;
    return this;
  }

  release(): void {
    if (this.#users === 0 || --this.#users > 0) return;
    if (this.#bytes > 0) this.#allowance.release(this.#principal, this.#bytes);
    this.#bytes = 0;
  }
}
