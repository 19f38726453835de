import { FrameDecoder, type FrameEvent } from './frame-decoder.js';
import { encodeFrame } from './frame-encoder.js';
import { LineDecoder } from './line-decoder.js';

/** Decodes one direction of a byte stream into messages. */
export interface MessageDecoder {
  /** Whether a message is incomplete. */
  readonly pending: boolean;
  /** Buffered bytes of an incomplete message. */
  readonly held: number;
  /** How many of these bytes can be pushed without completing more than one message. Never 0. */
  span(bytes: Uint8Array): number;
  push(bytes: Uint8Array): FrameEvent[];
  end(): FrameEvent[];
}

/** How a byte stream is divided into messages. */
export interface Framing {
  decoder(maxBytes: number): MessageDecoder;
  /** Encodes several messages. */
  encode(messages: readonly string[]): Uint8Array;
}

/** A length of four bytes before each message. */
const FRAMES: Framing = {
  decoder: maxBytes => new FrameDecoder({ maxBytes }),
  encode: messages => (messages.length === 1 ? encodeFrame(messages[0]!) : join(messages.map(encodeFrame))),
};

/** A newline after each message. JSON encoders write none inside. */
const NEWLINE: Framing = {
  decoder: maxBytes => new PendingLines(maxBytes),
  encode: messages => encoder.encode(`${messages.join('\n')}\n`),
};

export type FramingName = 'frames' | 'newline';

export const FRAMINGS: Readonly<Record<FramingName, Framing>> = { frames: FRAMES, newline: NEWLINE };

const LINE_FEED = 0x0a;
const encoder = new TextEncoder();

/** A LineDecoder that knows whether a line is incomplete. */
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
