import { FrameDecoder, type FrameEvent } from './frame-decoder.js';
import { encodeFrame } from './frame-encoder.js';
import { LineDecoder } from './line-decoder.js';

/** One direction of a byte stream, as the messages in it. */
export interface MessageDecoder {
  /** Whether a message has begun and is not yet complete. */
  readonly pending: boolean;
  /** Bytes kept of a message that is not yet complete. */
  readonly held: number;
  /** How many of these bytes can be pushed without reaching into the message behind the next one. Never 0. */
  span(bytes: Uint8Array): number;
  push(bytes: Uint8Array): FrameEvent[];
  end(): FrameEvent[];
}

/** How messages lie in a byte stream. */
export interface Framing {
  decoder(maxBytes: number): MessageDecoder;
  /** Several messages as they travel, one behind the other. */
  encode(messages: readonly string[]): Uint8Array;
}

/** A length of four bytes before each message. */
const FRAMES: Framing = {
  decoder: maxBytes => new FrameDecoder({ maxBytes }),
  encode: messages => (messages.length === 1 ? encodeFrame(messages[0]!) : join(messages.map(encodeFrame))),
};

/** A newline behind each message: JSON written by a library has none inside. */
const NEWLINE: Framing = {
  decoder: maxBytes => new PendingLines(maxBytes),
  encode: messages => encoder.encode(`${messages.join('\n')}\n`),
};

export type FramingName = 'frames' | 'newline';

export const FRAMINGS: Readonly<Record<FramingName, Framing>> = { frames: FRAMES, newline: NEWLINE };

const LINE_FEED = 0x0a;
const encoder = new TextEncoder();

/** Lines, and whether one has begun. */
class PendingLines implements MessageDecoder {
  readonly #lines: LineDecoder;
  #pending = false;

  constructor(maxBytes: number) {
    this.#lines = new LineDecoder({ maxBytes });
  }

  get pending(): boolean {
    return this.#pending;
  }

  get held(): number {
    return this.#lines.held;
  }

  span(bytes: Uint8Array): number {
    return bytes.indexOf(LINE_FEED) + 1 || bytes.length;
  }

  push(bytes: Uint8Array): FrameEvent[] {
    if (bytes.length > 0) this.#pending = bytes[bytes.length - 1] !== LINE_FEED;
    return this.#lines.push(bytes);
  }

  end(): FrameEvent[] {
    this.#pending = false;
    return this.#lines.end();
  }
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
