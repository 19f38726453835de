import type { Readable, Writable } from 'node:stream';
import { type Dialect, encodeError, FRAMINGS, readMessage, WireError } from '@worldwire/protocol';
import type { Kernel, Limits, Log } from '@worldwire/server';
import { Conversation } from '../stream/conversation.js';
import { MessagePipe } from '../stream/message-pipe.js';
import { ReplyGap } from '../stream/reply-gap.js';

const LOCAL = 'local';

export interface StdioOptions {
  readonly kernel: Kernel;
  readonly input: Readable;
  readonly output: Writable;
  readonly limits: Limits;
  readonly log: Log;
  readonly dialect?: Dialect;
}

export interface StdioWire {
  /** Resolves when the input has ended and everything asked before has been answered. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves one client on a pair of byte streams, a message a line, in whatever era it speaks. */
export function serveStdio(options: StdioOptions): StdioWire {
  const wire = new Wire(options);
  return { closed: wire.closed, close: () => wire.close() };
}

class Wire {
  readonly closed: Promise<void>;
  readonly #options: StdioOptions;
  readonly #pipe: MessagePipe;
  readonly #conversation: Conversation;
  readonly #gap = new ReplyGap(text => this.#pipe.write(text));
  #ended = false;
  #finish: () => void = () => {};

  constructor(options: StdioOptions) {
    const { input, output, limits, log } = options;
    this.#options = options;
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
      jsonDepth: limits.jsonDepth,
      receiver: {
        onValue: value => this.#conversation.receive(value),
        onMalformed: refuse,
        onBroken: reason => refuse(reason),
        onEnd: () => this.#inputOnEnd(),
        onDrained: () => {},
      },
    });
    input.once('close', () => this.#pipe.end());
    input.on('error', error => {
      log.debug({ err: error }, 'the input broke');
      this.#pipe.end();
    });
    output.on('error', error => {
      log.debug({ err: error }, 'the reader is gone');
      this.#pipe.end();
    });
  }

  async close(): Promise<void> {
    this.#pipe.end();
    await this.closed;
  }

  #converse(): Conversation {
    const { kernel, dialect, limits } = this.#options;
    return new Conversation({
      kernel,
      ...(dialect !== undefined && { dialect }),
      principal: LOCAL,
      limits,
      read: readMessage,
      speaker: {
        reply: text => this.#gap.reply(text),
        tell: text => {
          if (!this.#keepsUp) return false;
          this.#pipe.write(text);
          this.#pipe.flush();
          this.#gap.said();
          return true;
        },
        post: text => {
          if (this.#keepsUp) this.#pipe.write(text);
        },
        settled: () => this.#settle(),
        left: () => this.#leave(),
      },
    });
  }

  /** Whatever the client still writes is not read. */
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

  /** Whether the client reads: to one that does not, nothing is said but the answers it asked for. */
  get #keepsUp(): boolean {
    const { output, limits } = this.#options;
    return !output.destroyed && this.#pipe.waiting <= limits.queueBytes;
  }

  #settle(): void {
    if (!this.#ended || this.#conversation.open > 0) return;
    this.#conversation.end('The client is gone.');
    this.#gap.release();
    this.#pipe.finish();
    this.#finish();
  }
}
