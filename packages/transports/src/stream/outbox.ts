import type { Writable } from 'node:stream';
import type { Framing } from '@worldwire/protocol';
import { textBytes } from '@worldwire/server';

/** Much is handed over piece by piece, so that a reader that is slow can be told from one that does not read. */
const PIECE_BYTES = 64 * 1024;
const NOTHING = new Uint8Array(0);

interface Message {
  readonly text: string;
  /** What is counted for it. */
  readonly bytes: number;
}

/** What a text takes while it waits: as a text first, then as UTF-8. */
export function outgoingBytes(text: string): number {
  return Math.max(textBytes(text), Buffer.byteLength(text));
}

/**
 * What leaves on a byte stream: messages in their order, each at once. Those that come while a write is under way, or
 * while they are held, leave together.
 */
export class Outbox {
  /** Pieces that the reader has taken so far. It stands still while the reader does. */
  taken = 0;
  readonly #output: Writable;
  readonly #framing: Framing;
  readonly #onEmpty: () => void;
  #messages: Message[] = [];
  #messagesBytes = 0;
  #bytes: Uint8Array = NOTHING;
  #at = 0;
  #inHand = 0;
  #held = false;

  constructor(output: Writable, framing: Framing, onEmpty: () => void) {
    this.#output = output;
    this.#framing = framing;
    this.#onEmpty = onEmpty;
  }

  /** About how many bytes wait for the reader here. */
  get waiting(): number {
    return this.#messagesBytes + this.#bytes.length - this.#at;
  }

  /** Whether more waits than the stream itself would like to hold. */
  get full(): boolean {
    return this.waiting > this.#output.writableHighWaterMark;
  }

  add(text: string): void {
    if (this.#output.destroyed) return;
    const bytes = outgoingBytes(text);
    this.#messages.push({ text, bytes });
    this.#messagesBytes += bytes;
    if (!this.#held) this.flush();
  }

  /** Until `release` nothing leaves but what is flushed: more is about to come. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.flush();
  }

  /** Hands over what can be now. */
  flush(): void {
    if (this.#inHand > 0 || this.#output.destroyed) return;
    if (this.#at === this.#bytes.length && !this.#gather()) return;
    const piece = this.#bytes.subarray(this.#at, this.#at + PIECE_BYTES);
    this.#inHand = piece.length;
    this.#output.write(piece, error => {
      if (error || this.#inHand === 0) return;
      this.taken++;
      this.#at += this.#inHand;
      this.#inHand = 0;
      this.flush();
      if (this.waiting === 0) this.#onEmpty();
    });
  }

  /** Hands over all that is left, however slow the reader: nothing more will come. */
  finish(): void {
    const rest = this.#bytes.subarray(this.#at + this.#inHand);
    if (!this.#output.destroyed) {
      if (rest.length > 0) this.#output.write(rest);
      if (this.#messages.length > 0) this.#output.write(this.#encode(this.#messages));
    }
    this.#inHand = 0;
    this.#forget();
    this.#messages = [];
    this.#messagesBytes = 0;
  }

  /** Makes bytes of the next messages. False when there are none. */
  #gather(): boolean {
    this.#forget();
    let count = 0;
    let bytes = 0;
    while (count < this.#messages.length && bytes < PIECE_BYTES) bytes += this.#messages[count++]!.bytes;
    if (count === 0) return false;
    this.#bytes = this.#encode(this.#messages.splice(0, count));
    this.#messagesBytes -= bytes;
    return true;
  }

  #encode(messages: readonly Message[]): Uint8Array {
    return this.#framing.encode(messages.map(({ text }) => text));
  }

  #forget(): void {
    this.#bytes = NOTHING;
    this.#at = 0;
  }
}
