import { outgoingBytes } from './outbox.js';

/**
 * Measured with the client of SDK 1.x on a loaded machine: after a turn of the event loop it reads four of five replies
 * together with what came before them, after this time hardly one.
 */
const GAP_MS = 5;

/**
 * Keeps a reply apart from what was said just ahead of it. A client that reads both at once may drop its listener for the
 * request before it hears of the progress. Where nothing was said, nothing waits.
 */
export class ReplyGap {
  #justSaid = false;
  /** One for all that is ever said. */
  #quiet: NodeJS.Timeout | undefined;
  #held: string[] = [];
  #bytes = 0;

  constructor(readonly write: (text: string) => void) {}

  /** The bytes of the replies that wait here. */
  get waiting(): number {
    return this.#bytes;
  }

  /** Something has been said. */
  said(): void {
    this.#justSaid = true;
    this.#quiet ??= setTimeout(() => {
      this.#justSaid = false;
    }, GAP_MS).unref();
    this.#quiet.refresh();
  }

  reply(text: string): void {
    if (this.#held.length === 0 && !this.#justSaid) return this.write(text);
    // A timer that is due does not mean that anything was read since: the turn after it does.
    if (this.#held.length === 0) setTimeout(() => setImmediate(() => this.release()), GAP_MS);
    this.#held.push(text);
    this.#bytes += outgoingBytes(text);
  }

  /** Writes what waits, at the latest when nothing more can be written. */
  release(): void {
    const held = this.#held;
    this.#held = [];
    this.#bytes = 0;
    for (const text of held) this.write(text);
  }
}
