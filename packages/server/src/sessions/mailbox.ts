import type { Allowance } from '../limits/allowance.js';
import { textBytes } from '../limits/heap-bytes.js';
import type { Limits } from '../limits/limits.js';

/**
 * Messages of one session that wait for a reader. The newest are kept, within a number, within bytes of their own, and
 * within what the sessions of the principal may hold.
 */
export class Mailbox {
  #messages: string[] = [];
  #bytes = 0;

  constructor(
    readonly limits: Pick<Limits, 'mailbox' | 'mailboxBytes'>,
    readonly memory: Allowance,
    readonly principal: string,
  ) {}

  /** Keeps the message, unless it waits already or is larger than all that may wait. */
  put(message: string): void {
    const { mailbox, mailboxBytes } = this.limits;
    if (this.#messages.includes(message)) return;
    const bytes = textBytes(message);
    if (bytes > mailboxBytes) return;
    while (
      this.#messages.length >= mailbox ||
      this.#bytes + bytes > mailboxBytes ||
      !this.memory.take(this.principal, bytes)
    ) {
      if (!this.#dropOldest()) return;
    }
    this.#messages.push(message);
    this.#bytes += bytes;
  }

  /** Hands over what waits. */
  empty(): readonly string[] {
    const messages = this.#messages;
    this.memory.release(this.principal, this.#bytes);
    this.#messages = [];
    this.#bytes = 0;
    return messages;
  }

  #dropOldest(): boolean {
    const oldest = this.#messages.shift();
    if (oldest === undefined) return false;
    const bytes = textBytes(oldest);
    this.memory.release(this.principal, bytes);
    this.#bytes -= bytes;
    return true;
  }
}
