import type { Writable } from 'node:stream';
import type { Framing } from '@worldwire/protocol';
import { textBytes } from '@worldwire/server/internal';

/** A large output is written in pieces, so that a slow reader can be told from a stalled one. */
const PIECE_BYTES = 64 * 1024;
const NOTHING = new Uint8Array(0);

interface Message {
  readonly text: string;
  readonly bytes: number;
}

/** The memory that a text takes while it waits: as a string first, then as UTF-8. */
export function outgoingBytes(text: string): number {
  return Math.max(textBytes(text), Buffer.byteLength(text));
}

/**
 * The output of a byte stream: messages in order, each written at once. Messages that are added during a write, or
 * while held, are written together.
 */
export class Outbox {
  /** The number of pieces that the reader has taken. */
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

  /** Whether more waits than the high-water mark of the stream. */
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

  /** Until `release` only `flush` writes: more messages follow at once. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.flush();
  }

  /** Writes the next piece. */
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

  /** Writes all that is left, without waiting for the reader. No message may follow. */
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

  /** Encodes the next messages. False when there are none. */
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
