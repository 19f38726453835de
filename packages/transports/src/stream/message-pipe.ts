import type { Readable, Writable } from 'node:stream';
import { type Framing, type JsonValue, type MessageDecoder, parseJson } from '@worldwire/protocol';
import { Outbox } from './outbox.js';

const NOTHING = new Uint8Array(0);

export interface PipeOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly framing: Framing;
  /** The longest message. */
  readonly maxBytes: number;
  readonly jsonDepth: number;
  /** Takes what arrives, message by message. */
  readonly receiver: Receiver;
}

export interface Receiver {
  onValue(value: JsonValue): void;
  /** A message that is not JSON, or no text at all. The next one is in step again. */
  onMalformed(reason: string, text: string | undefined): void;
  /** Nothing that follows can be understood: for what was said, or because a message was not finished. */
  onBroken(reason: string, by: 'content' | 'end'): void;
  /** Nothing more will come. */
  onEnd(): void;
  /** The reader has taken all there was. */
  onDrained(): void;
}

/**
 * JSON on a pair of byte streams. While its reader does not keep up, nothing more is read from it: not even the next
 * message of a chunk that is here already.
 */
export class MessagePipe {
  readonly #options: PipeOptions;
  readonly #outbox: Outbox;
  #decoder: MessageDecoder;
  #rest: Uint8Array = NOTHING;
  #paused = false;
  #patient = true;
  #reading = false;
  /** What is here is all there is: it is read whatever waits. */
  #ending = false;
  #ended = false;

  constructor(options: PipeOptions) {
    const { input, output, framing, maxBytes } = options;
    this.#options = options;
    this.#outbox = new Outbox(output, framing, () => {
      this.#read();
      if (this.#outbox.waiting === 0) options.receiver.onDrained();
    });
    this.#decoder = framing.decoder(maxBytes);
    input.on('data', (chunk: Uint8Array) => {
      if (this.#ended) return;
      this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
      this.#read();
    });
    input.once('end', () => this.end());
  }

  /** Whether a message has begun to arrive that is not here yet, and we wait for its bytes. */
  get pending(): boolean {
    return this.#decoder.pending && !this.#held && !this.#ended;
  }

  /** About how many bytes the reader has not taken. */
  get waiting(): number {
    return this.#outbox.waiting;
  }

  /** Grows while the reader takes something. */
  get taken(): number {
    return this.#outbox.taken;
  }

  /** The messages from the next on may have another length. */
  limit(maxBytes: number): void {
    this.#decoder = this.#options.framing.decoder(maxBytes);
  }

  /** Reads on, whatever waits for the reader: for a side that is asked and does not ask. */
  readAlways(): void {
    this.#patient = false;
  }

  write(message: string): void {
    this.#outbox.add(message);
  }

  flush(): void {
    this.#outbox.flush();
  }

  /** Hands all that is left to the output, whether the reader takes it or not. */
  finish(): void {
    this.#outbox.finish();
  }

  /** What still arrives is read and thrown away: left unread, it would break the connection before our last word. */
  discard(): void {
    this.#ended = true;
    this.#rest = NOTHING;
    this.#options.input.resume();
  }

  pause(): void {
    this.#paused = true;
    this.#options.input.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#read();
  }

  /** Takes what is here as the last that comes. */
  end(): void {
    if (this.#ended || this.#ending) return;
    this.#ending = true;
    this.#read();
  }

  #finishReading(): void {
    this.#ended = true;
    this.#deliver(this.#decoder.end());
    this.#options.receiver.onEnd();
  }

  get #held(): boolean {
    return !this.#ending && (this.#paused || (this.#patient && this.#outbox.full));
  }

  #read(): void {
    // A receiver may well end or resume the pipe while it is told of a message.
    if (this.#reading) return;
    this.#reading = true;
    // The answers to one chunk leave in one write.
    this.#outbox.hold();
    try {
      while (this.#rest.length > 0 && !this.#held && !this.#ended) {
        const span = this.#decoder.span(this.#rest);
        const bytes = this.#rest.subarray(0, span);
        this.#rest = this.#rest.subarray(span);
        this.#deliver(this.#decoder.push(bytes));
      }
      if (this.#ending && !this.#ended) this.#finishReading();
    } finally {
      this.#reading = false;
      this.#outbox.release();
    }
    if (this.#ended) return;
    if (this.#held) this.#options.input.pause();
    else if (this.#options.input.isPaused()) this.#options.input.resume();
  }

  #deliver(events: ReturnType<MessageDecoder['push']>): void {
    const { receiver, jsonDepth } = this.#options;
    for (const event of events) {
      if (event.kind === 'fatal') {
        return receiver.onBroken(event.reason, event.code === 'truncated' ? 'end' : 'content');
      }
      if (event.kind === 'malformed') {
        receiver.onMalformed(event.reason, undefined);
        continue;
      }
      const parsed = parseJson(event.text, { depth: jsonDepth });
      if (parsed.ok) receiver.onValue(parsed.value);
      else receiver.onMalformed(parsed.reason, event.text);
    }
  }
}
