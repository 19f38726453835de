import type { Readable, Writable } from 'node:stream';
import { type Dialect, encodeError, FRAMINGS, readMessage, WireError } from '@worldwire/protocol';
import type { Log } from '@worldwire/server';
import {
  createMemory,
  FairTurns,
  type Kernel,
  type Limits,
  type Memory,
  Principal,
} from '@worldwire/server/internal';
import { arrivingFull, waitingFull } from '../bounds/capacity-errors.js';
import { type PendingWriter, PendingWrites, UNCOUNTED_PENDING_BYTES } from '../bounds/pending-writes.js';
import { Conversation } from '../stream/conversation.js';
import { MessagePipe } from '../stream/message-pipe.js';
import { outgoingBytes } from '../stream/outbox.js';
import { ReplyGap } from '../stream/reply-gap.js';

export interface StdioOptions {
  readonly kernel: Kernel;
  readonly input: Readable;
  readonly output: Writable;
  readonly limits: Limits;
  readonly log: Log;
  readonly dialect?: Dialect;
  /** Shared by all kernels of a process. The default is its own. */
  readonly memory?: Memory;
  /** Shared like `memory`: turns for expensive work. */
  readonly turns?: FairTurns;
}

export interface StdioWire {
  /** Resolves when the input has ended and all requests are answered. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves one client on a pair of byte streams, one message per line, in every revision. */
export function serveStdio(options: StdioOptions): StdioWire {
  const wire = new Wire(options);
  return { closed: wire.closed, close: () => wire.close() };
}

class Wire implements PendingWriter {
  readonly closed: Promise<void>;
  readonly principal = Principal.LOCAL.name;
  readonly connection = this;
  /** Never closed to make room. */
  readonly idleMs = 0;
  readonly #options: StdioOptions;
  readonly #memory: Memory;
  readonly #pending: PendingWrites;
  readonly #pipe: MessagePipe;
  readonly #conversation: Conversation;
  readonly #gap = new ReplyGap(text => this.#pipe.write(text));
  #ended = false;
  #finish: () => void = () => {};

  constructor(options: StdioOptions) {
    const { input, output, limits, log, turns = new FairTurns(() => performance.now()) } = options;
    this.#options = options;
    this.#memory = options.memory ?? createMemory(limits);
    this.#pending = PendingWrites.of(this.#memory);
    this.closed = new Promise(resolve => {
      this.#finish = resolve;
    });
    this.#conversation = this.#converse();
    const refuse = (reason: string) =>
      this.#pipe.write(encodeError(null, WireError.of('ParseError', reason).body));
    this.#pipe = new MessagePipe({
      input,
      output,
      framing: FRAMINGS.newline,
      maxBytes: limits.bodyBytes,
      limits,
      arriving: this.#memory.arriving,
      turns,
      receiver: {
        onValue: (value, weight) => this.#conversation.receive(value, weight),
        onMalformed: refuse,
        onBroken: (reason, by) => {
          if (by !== 'memory') return refuse(reason);
          this.#pipe.write(encodeError(null, arrivingFull().body));
          this.#leave();
        },
        onEnd: () => this.#inputOnEnd(),
        onDrained: () => this.tick(),
      },
    });
    input.once('close', () => this.#pipe.end());
    input.on('error', error => {
      log.debug({ err: error }, 'the input broke');
      this.#pipe.end();
    });
    output.on('error', error => {
      log.debug({ err: error }, 'the output broke');
      this.#pipe.end();
    });
  }

  async close(): Promise<void> {
    this.#pipe.end();
    await this.closed;
  }

  tick(): void {
    this.#count(0);
  }

  /** Counts the waiting bytes, and `more`. False if they do not fit. */
  #count(more: number): boolean {
    const bytes = this.#pipe.waiting + this.#gap.waiting + more;
    return this.#pending.set(this, bytes > UNCOUNTED_PENDING_BYTES ? bytes : 0);
  }

  #converse(): Conversation {
    const { kernel, dialect, limits } = this.#options;
    return new Conversation({
      kernel,
      ...(dialect !== undefined && { dialect }),
      who: Principal.LOCAL,
      limits,
      memory: this.#memory,
      maxInFlight: limits.callsPerConnection,
      read: readMessage,
      writer: {
        reply: (text, id) => {
          const bytes = outgoingBytes(text);
          // The answer to a batch has no id.
          this.#gap.reply(this.#count(bytes) ? text : encodeError(id ?? null, waitingFull(bytes).body));
        },
        send: text => {
          if (!this.#fits(text)) return false;
          this.#pipe.write(text);
          this.#pipe.flush();
          this.#gap.sent();
          return true;
        },
        post: text => {
          if (this.#fits(text)) this.#pipe.write(text);
        },
        settled: () => this.#settle(),
        left: () => this.#leave(),
      },
    });
  }

  /** Ignores further input. */
  #leave(): void {
    this.#pipe.discard();
    this.#inputOnEnd();
  }

  #inputOnEnd(): void {
    this.#ended = true;
    this.#conversation.hangUp();
    this.#options.input.pause();
    this.#settle();
  }

  /** Whether a notification can be sent. A client that reads too slowly gets only replies. */
  #fits(text: string): boolean {
    const { output, limits } = this.#options;
    return !output.destroyed && this.#pipe.waiting <= limits.queueBytes && this.#count(outgoingBytes(text));
  }

  #settle(): void {
    if (!this.#ended || this.#conversation.open > 0) return;
    this.#conversation.end('The client disconnected.');
    this.#gap.release();
    this.#pipe.finish();
    this.#pending.set(this, 0);
    this.#finish();
  }
}
