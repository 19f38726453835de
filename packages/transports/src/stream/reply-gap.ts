import { outgoingBytes } from './outbox.js';

/**
 * Measured with the client of SDK 1.x on a loaded machine: after one turn of the event loop it reads four of five
 * replies together with the notification before them, after this time hardly one.
 */
const GAP_MS = 5;

/**
 * Delays a reply that directly follows a notification. A client that reads both at once may remove its listener for the
 * request before it handles the progress. A reply without a notification before it is not delayed.
 */
export class ReplyGap {
  #justSent = false;
  #timer: NodeJS.Timeout | undefined;
  #held: string[] = [];
  #bytes = 0;

  constructor(readonly write: (text: string) => void) {}

  /** The bytes of the delayed replies. */
  get waiting(): number {
    return this.#bytes;
  }

  /** A notification was sent. */
  sent(): void {
    this.#justSent = true;
    this.#timer ??= setTimeout(() => {
      this.#justSent = false;
    }, GAP_MS).unref();
    this.#timer.refresh();
  }

  reply(text: string): void {
    if (this.#held.length === 0 && !this.#justSent) return this.write(text);
    // A late timer may run before the client had a turn to read.
    if (this.#held.length === 0) setTimeout(() => setImmediate(() => this.release()), GAP_MS);
    this.#held.push(text);
    this.#bytes += outgoingBytes(text);
  }

  /** Writes the delayed replies. */
  release(): void {
    const held = this.#held;
    this.#held = [];
    this.#bytes = 0;
    for (const text of held) this.write(text);
  }
}
