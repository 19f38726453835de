import type { Allowance } from '../limits/allowance.js';
import { textBytes } from '../limits/heap-bytes.js';
import type { Limits } from '../limits/limits.js';

/**
 * Messages of one session without a reader. Keeps the newest, within limits on their number, their bytes, and the bytes of
 * the principal's sessions.
 */
export class Mailbox {
  #messages: string[] = [];
  #bytes = 0;

  constructor(
    readonly limits: Pick<Limits, 'mailbox' | 'mailboxBytes'>,
    readonly memory: Allowance,
    readonly principal: string,
  ) {}

  /** Adds a message, unless it is in the mailbox already or larger than the whole mailbox. */
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

  /** Removes and returns all messages. */
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
