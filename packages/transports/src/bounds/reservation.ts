import type { Allowance } from '@worldwire/server/internal';

/** A smaller message takes less than Node keeps for its connection, and is not counted. */
export const UNCOUNTED_BYTES = 4 * 1024;
/** Memory of one member of parsed JSON beside its text, measured in the worst case: distinct keys. */
const BYTES_PER_MEMBER = 80;
/** Fewer members are not counted. */
export const UNCOUNTED_MEMBERS = Math.floor(UNCOUNTED_BYTES / BYTES_PER_MEMBER);

/** The memory that a parsed message takes, 0 if it is small. */
export function weightOf(length: number, members: number): number {
  const weight = length + members * BYTES_PER_MEMBER;
  return weight > UNCOUNTED_BYTES ? weight : 0;
}

export function weightOfMembers(members: number): number {
  return members * BYTES_PER_MEMBER;
}

/** The bytes of one message, counted until its last user releases it. */
export class Reservation {
  readonly #allowance: Allowance;
  readonly #principal: string;
  #bytes = 0;
  #users = 1;

  constructor(allowance: Allowance, principal: string) {
    this.#allowance = allowance;
    this.#principal = principal;
  }

  /** Counts bytes before they are allocated. False, and nothing is counted, if they do not fit. */
  add(bytes: number): boolean {
    if (this.#users === 0 || !this.#allowance.take(this.#principal, bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  /** Adds a user, which has to call `release`. */
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
