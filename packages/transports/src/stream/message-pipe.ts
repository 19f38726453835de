import type { Readable, Writable } from 'node:stream';
import { type Framing, type JsonValue, type MessageDecoder, parseJson } from '@worldwire/protocol';
import { type Allowance, type FairTurns, type Limits, textBytes } from '@worldwire/server';
import { UNCOUNTED_BYTES, weightOf } from '../bounds/reservation.js';
import { Outbox } from './outbox.js';

const NOTHING = new Uint8Array(0);
/** A longer message is parsed when it is its principal's turn, so that many of them do not delay other clients. */
const LARGE_LENGTH = 16 * 1024;
/** How long a message waits where its principal has too many waiting for their turns. */
const RETRY_MS = 20;

export interface PipeOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly framing: Framing;
  /** The longest message. */
  readonly maxBytes: number;
  readonly limits: Pick<Limits, 'jsonDepth' | 'jsonMembers'>;
  /** Counts messages that have not arrived whole. */
  readonly arriving: Allowance;
  readonly turns: FairTurns;
  /** Takes what arrives, message by message. */
  readonly receiver: Receiver;
}

export interface Receiver {
  /** `weight` is what the message takes in memory, 0 where it is small. */
  onValue(value: JsonValue, weight: number): void;
  /** A message that is not JSON, or no text at all. The next one is in step again. */
  onMalformed(reason: string, text: string | undefined): void;
  /** Nothing that follows can be understood: for what was said, or because a message was not finished or not kept. */
  onBroken(reason: string, by: 'content' | 'end' | 'memory'): void;
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
  /** Whose messages these are. */
  #principal = '';
  #counted = 0;
  /** A large message that waits to be parsed. Those behind it wait too. */
  #late: { readonly text: string; readonly bytes: number } | undefined;
  #maxMembers: number;
  #decoder: MessageDecoder;
  #rest: Uint8Array = NOTHING;
  /** Bytes given to the decoder so far. */
  #decoded = 0;
  #mark: { readonly at: number; readonly then: () => void } | undefined;
  #paused = false;
  #patient = true;
  #reading = false;
  /** What is here is all there is: it is read whatever waits. */
  #ending = false;
  #ended = false;

  constructor(options: PipeOptions) {
    const { input, output, framing, maxBytes, limits } = options;
    this.#maxMembers = limits.jsonMembers;
    this.#options = options;
    this.#outbox = new Outbox(output, framing, () => {
      this.#read();
      if (this.#outbox.waiting === 0) options.receiver.onDrained();
    });
    this.#decoder = framing.decoder(maxBytes);
    input.on('data', (chunk: Uint8Array) => {
      if (this.#ended) return;
      if (!this.#count(chunk.length)) return this.#refuse();
      this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
      this.#read();
    });
    input.once('end', () => this.end());
  }

  /** Whether a message has begun to arrive that is not here yet, and we wait for its bytes. */
  get pending(): boolean {
    return this.#decoder.pending && !this.#held && !this.#ended;
  }

  /** Calls back when every message that has begun to arrive by now is delivered: at once where there is none. */
  afterArrived(then: () => void): void {
    this.#mark = { at: this.#decoded + this.#rest.length, then };
    this.#checkMark();
  }

  /** About how many bytes the reader has not taken. */
  get waiting(): number {
    return this.#outbox.waiting;
  }

  /** Grows while the reader takes something. */
  get taken(): number {
    return this.#outbox.taken;
  }

  /** The messages from the next on may have another length, and so many times as many members. */
  limit(maxBytes: number, times = 1): void {
    this.#decoder = this.#options.framing.decoder(maxBytes);
    this.#maxMembers = this.#options.limits.jsonMembers * times;
  }

  /** From now on the messages are those of this principal. */
  belongsTo(principal: string): void {
    this.#forget();
    this.#principal = principal;
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

  /**
   * Delivers nothing more. What still arrives is read and thrown away: left unread, it would break the connection before
   * our last word.
   */
  discard(): void {
    this.#ended = true;
    this.#rest = NOTHING;
    this.#late = undefined;
    this.#decoder = this.#options.framing.decoder(0);
    this.#forget();
    this.#options.input.resume();
    this.#checkMark();
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
    this.#forget();
    this.#options.receiver.onEnd();
  }

  /** Counts what is kept of messages that are not here whole, and `more`. False where that does not fit. */
  #count(more: number): boolean {
    const { arriving } = this.#options;
    const kept = this.#rest.length + this.#decoder.held + (this.#late?.bytes ?? 0) + more;
    const bytes = kept > UNCOUNTED_BYTES ? kept : 0;
    if (bytes > this.#counted && !arriving.take(this.#principal, bytes - this.#counted)) return false;
    if (bytes < this.#counted) arriving.release(this.#principal, this.#counted - bytes);
    this.#counted = bytes;
    return true;
  }

  #forget(): void {
    if (this.#counted > 0) this.#options.arriving.release(this.#principal, this.#counted);
    this.#counted = 0;
  }

  #refuse(): void {
    this.discard();
    this.#options.receiver.onBroken('The server holds as many messages as it may at the moment.', 'memory');
  }

  get #held(): boolean {
    return this.#late !== undefined || this.#heldBack;
  }

  get #heldBack(): boolean {
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
        this.#decoded += span;
        this.#deliver(this.#decoder.push(bytes));
        this.#checkMark();
      }
      if (this.#ending && !this.#ended && this.#late === undefined) this.#finishReading();
      this.#checkMark();
    } finally {
      this.#reading = false;
      this.#outbox.release();
    }
    if (this.#ended) return;
    // What is here may belong to another principal than before, whose share it has to fit in.
    if (!this.#count(0)) return this.#refuse();
    if (this.#held) this.#options.input.pause();
    else if (this.#options.input.isPaused()) this.#options.input.resume();
  }

  #checkMark(): void {
    if (this.#mark === undefined) return;
    const arriving = this.#decoded < this.#mark.at || this.#decoder.pending || this.#late !== undefined;
    if (arriving && !this.#ended) return;
    const { then } = this.#mark;
    this.#mark = undefined;
    then();
  }

  #deliver(events: ReturnType<MessageDecoder['push']>): void {
    const { receiver } = this.#options;
    for (const event of events) {
      if (event.kind === 'fatal') {
        return receiver.onBroken(event.reason, event.code === 'truncated' ? 'end' : 'content');
      }
      if (event.kind === 'malformed') {
        receiver.onMalformed(event.reason, undefined);
        continue;
      }
      if (event.text.length > LARGE_LENGTH && !this.#ended) this.#parseLater(event.text);
      else this.#parse(event.text);
    }
  }

  #parse(text: string): void {
    const { receiver, limits } = this.#options;
    const parsed = parseJson(text, { depth: limits.jsonDepth, members: this.#maxMembers });
    this.#late = undefined;
    // From here on the message counts as one that is served.
    if (this.#counted > 0) this.#count(0);
    if (parsed.ok) receiver.onValue(parsed.value, weightOf(text.length, parsed.members));
    else receiver.onMalformed(parsed.reason, text);
  }

  /** Nothing more is read until the message was parsed: messages keep their order. */
  #parseLater(text: string): void {
    this.#late = { text, bytes: textBytes(text) };
    // As a text it may take more than the bytes that came.
    if (this.#count(0)) this.#awaitTurn();
    else this.#refuse();
  }

  #awaitTurn(): void {
    let begun = false;
    const parse = () => {
      begun = true;
      // The pipe was discarded while the message waited.
      if (this.#late === undefined) return;
      this.#parse(this.#late.text);
      this.#read();
    };
    if (this.#late === undefined) return;
    this.#options.turns.once(this.#principal, parse).catch((thrown: unknown) => {
      if (begun) throw thrown;
      setTimeout(() => this.#awaitTurn(), RETRY_MS);
    });
  }
}
