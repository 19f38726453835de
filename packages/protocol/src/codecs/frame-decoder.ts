import { decodeUtf8 } from '../text/utf8.js';
import { ByteBuffer } from './byte-buffer.js';

/**
 * After `malformed` the connection can continue with the next frame. After `fatal` it must close: the decoder returns no more
 * events.
 */
export type FrameEvent =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'fatal'; readonly code: 'oversized' | 'empty' | 'truncated'; readonly reason: string };

const PREFIX_BYTES = 4;

/** Frames of a u32 little-endian length and that many bytes of UTF-8. Checks the length before it allocates. */
export class FrameDecoder {
  /** Maximum payload. A new value applies from the next length prefix. */
  maxBytes: number;

  readonly #payload = new ByteBuffer();
  #length = 0;
  #prefixBytes = 0;
  #ended = false;

  constructor(options: { readonly maxBytes: number }) {
    this.maxBytes = options.maxBytes;
  }

  /** Whether a frame is incomplete. */
  get pending(): boolean {
    return this.#prefixBytes > 0;
  }

  /** Buffered bytes of an incomplete frame. */
  get held(): number {
    return this.#payload.length;
  }

  /**
   * How many of these bytes belong to the current frame, or to its length prefix. A caller that pushes only these can handle
   * each message before it decodes the next.
   */
  span(chunk: Uint8Array): number {
    const { length } = chunk;
    if (this.#prefixBytes === PREFIX_BYTES) return Math.min(length, this.#length - this.#payload.length);
    if (this.#prefixBytes > 0 || length < PREFIX_BYTES) {
      return Math.min(length, PREFIX_BYTES - this.#prefixBytes);
    }
    const payload = chunk[0]! + chunk[1]! * 0x100 + chunk[2]! * 0x1_0000 + chunk[3]! * 0x100_0000;
    return Math.min(length, PREFIX_BYTES + payload);
  }

  /** Does not keep the chunk: the caller may reuse its memory. */
  push(chunk: Uint8Array): FrameEvent[] {
    const events: FrameEvent[] = [];
    let at = 0;
    while (at < chunk.length && !this.#ended) {
      if (this.#prefixBytes < PREFIX_BYTES) {
        this.#length += chunk[at++]! * 2 ** (8 * this.#prefixBytes++);
        if (this.#prefixBytes === PREFIX_BYTES) this.#judgeLength(events);
        continue;
      }
      const part = chunk.subarray(at, at + this.#length - this.#payload.length);
      at += part.length;
      this.#take(part, events);
    }
    return events;
  }

  end(): FrameEvent[] {
    const events: FrameEvent[] = [];
    if (this.pending) this.#fail('truncated', 'The connection ended inside a frame.', events);
    this.#ended = true;
    return events;
  }

  #judgeLength(events: FrameEvent[]): void {
    if (this.#length === 0) {
      this.#fail('empty', 'A frame has the length 0.', events);
    } else if (this.#length > this.maxBytes) {
      const reason = `A frame of ${this.#length} bytes is over the limit of ${this.maxBytes} bytes.`;
      this.#fail('oversized', reason, events);
    }
  }

  #take(part: Uint8Array, events: FrameEvent[]): void {
    const whole = part.length === this.#length;
    if (!whole) {
      this.#payload.append(part, this.#length);
      if (this.#payload.length < this.#length) return;
    }
    const text = decodeUtf8(whole ? part : this.#payload.take());
    this.#startOver();
    if (text === undefined) events.push({ kind: 'malformed', reason: 'The frame is not valid UTF-8.' });
    else events.push({ kind: 'message', text });
  }

  #fail(code: 'oversized' | 'empty' | 'truncated', reason: string, events: FrameEvent[]): void {
    this.#ended = true;
    this.#payload.clear();
    this.#startOver();
    events.push({ kind: 'fatal', code, reason });
  }

  #startOver(): void {
    this.#length = 0;
    this.#prefixBytes = 0;
  }
}
