import type { Readable, Writable } from 'node:stream';
import {
  type Framing,
  type JsonParse,
  type JsonValue,
  type MessageDecoder,
  parseJson,
  parseJsonSteps,
} from '@worldwire/protocol';
import type { Steps } from '@worldwire/server';
import { type Allowance, type FairTurns, type Limits, textBytes } from '@worldwire/server/internal';
import { UNCOUNTED_BYTES, weightOf, weightOfMembers } from '../bounds/reservation.js';
import { Outbox } from './outbox.js';

const NOTHING = new Uint8Array(0);
/** A longer message is parsed in steps, in turns of its principal, so that many of them do not delay other clients. */
const LARGE_LENGTH = 16 * 1024;
/** A message with no more members is parsed although they do not fit, so that the error has its id. */
const ANSWERED_MEMBERS = 50_000;
/** The delay before the next try when the principal's queue of turns is full. */
const RETRY_MS = 20;

export interface PipeOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly framing: Framing;
  readonly maxBytes: number;
  readonly limits: Pick<Limits, 'jsonDepth' | 'jsonMembers'>;
  /** Counts incomplete messages. */
  readonly arriving: Allowance;
  readonly turns: FairTurns;
  readonly receiver: Receiver;
}

export interface Receiver {
  /** `weight` is the memory that the message takes, 0 if it is small. */
  onValue(value: JsonValue, weight: number): void;
  /** A message that is not valid JSON or UTF-8, or too long. The next message can be read. */
  onMalformed(reason: string, text: string | undefined): void;
  /** Nothing more can be read: the framing is invalid, a message is incomplete, or it does not fit in memory. */
  onBroken(reason: string, by: 'content' | 'end' | 'memory'): void;
  /** The input has ended. */
  onEnd(): void;
  /** The reader has taken all output. */
  onDrained(): void;
}

/**
 * JSON messages on a pair of byte streams. Back-pressure: while the reader does not keep up, no further message is
 * delivered, not even one that has arrived.
 */
export class MessagePipe {
  readonly #options: PipeOptions;
  readonly #outbox: Outbox;
  #principal = '';
  #counted = 0;
  /** A large message that waits to be parsed. The next messages wait behind it. */
  #late: { readonly text: string; bytes: number } | undefined;
  #maxMembers: number;
  #decoder: MessageDecoder;
  #rest: Uint8Array = NOTHING;
  /** Bytes decoded so far. */
  #decoded = 0;
  /** Calls `then` when the bytes up to `at` were decoded. */
  #mark: { readonly at: number; readonly then: () => void } | undefined;
  #paused = false;
  #backPressure = true;
  #reading = false;
  /** The input has ended: what has arrived is read without back-pressure. */
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

  /** Whether a message is incomplete, and its sender is not held back. */
  get pending(): boolean {
    return this.#decoder.pending && !this.#held && !this.#ended;
  }

  /** Calls back when all messages that have begun to arrive were delivered. */
  afterArrived(then: () => void): void {
    this.#mark = { at: this.#decoded + this.#rest.length, then };
    this.#checkMark();
  }

  /** About how many bytes wait for the reader. */
  get waiting(): number {
    return this.#outbox.waiting;
  }

  /** Grows as the reader takes bytes. */
  get taken(): number {
    return this.#outbox.taken;
  }

  /** Sets the limits from the next message on: its bytes, and a factor for its JSON members. */
  limit(maxBytes: number, times = 1): void {
    this.#decoder = this.#options.framing.decoder(maxBytes);
    this.#maxMembers = this.#options.limits.jsonMembers * times;
  }

  /** From now on bytes count for this principal. */
  setPrincipal(principal: string): void {
    this.#forget();
    this.#principal = principal;
  }

  /** Turns back-pressure off, for a peer that answers requests and sends few. */
  readAlways(): void {
    this.#backPressure = false;
  }

  write(message: string): void {
    this.#outbox.add(message);
  }

  flush(): void {
    this.#outbox.flush();
  }

  /** Writes all that is left, without back-pressure. */
  finish(): void {
    this.#outbox.finish();
  }

  /**
   * Delivers nothing more. Further input is read and dropped: unread input would reset the connection before our last
   * output was read.
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

  /** Treats what has arrived as the end of the input. */
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

  /** Counts the bytes of incomplete messages, and `more`. False if they do not fit. */
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
    this.#options.receiver.onBroken(
      'The messages that arrive take all the memory allowed for them.',
      'memory',
    );
  }

  get #held(): boolean {
    return this.#late !== undefined || this.#heldBack;
  }

  get #heldBack(): boolean {
    return !this.#ending && (this.#paused || (this.#backPressure && this.#outbox.full));
  }

  #read(): void {
    // A receiver may end or resume the pipe while it gets a message.
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
    // The principal may have changed: the bytes have to fit in its share.
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
    const { limits } = this.#options;
    this.#parsed(text, parseJson(text, { depth: limits.jsonDepth, members: this.#maxMembers }));
  }

  #parsed(text: string, parsed: JsonParse): void {
    const { receiver } = this.#options;
    this.#late = undefined;
    // From here on the conversation counts the message.
    if (this.#counted > 0) this.#count(0);
    if (parsed.ok) receiver.onValue(parsed.value, weightOf(text.length, parsed.members));
    else receiver.onMalformed(parsed.reason, text);
  }

  /** Stops reading until the message was parsed: messages keep their order. */
  #parseLater(text: string): void {
    this.#late = { text, bytes: textBytes(text) };
    // As a text it may take more memory than as bytes.
    if (this.#count(0)) this.#awaitTurn();
    else this.#refuse();
  }

  #awaitTurn(): void {
    let begun = false;
    const begins = () => {
      begun = true;
    };
    if (this.#late === undefined) return;
    this.#options.turns.run(this.#principal, this.#parseInSteps(begins)).catch((thrown: unknown) => {
      if (begun) throw thrown;
      setTimeout(() => this.#awaitTurn(), RETRY_MS);
    });
  }

  *#parseInSteps(begins: () => void): Steps<void> {
    begins();
    const late = this.#late;
    // Undefined if the pipe was discarded meanwhile.
    if (late === undefined) return;
    const { text } = late;
    const admits = (members: number) => {
      const weight = weightOfMembers(members);
      late.bytes += weight;
      if (this.#late !== late || this.#count(0)) return true;
      late.bytes -= weight;
      return members <= ANSWERED_MEMBERS;
    };
    const limits = { depth: this.#options.limits.jsonDepth, members: this.#maxMembers, admits };
    const parsed = yield* parseJsonSteps(text, limits);
    if (this.#late !== late) return;
    if (parsed === 'full') return this.#refuse();
    this.#parsed(text, parsed);
    this.#read();
  }
}
