import type { Readable, Writable } from 'node:stream';
import {
  type Dialect,
  ERRORS,
  encodeError,
  findRevision,
  type JsonValue,
  LineDecoder,
  META_VERSION,
  type Message,
  metaVersion,
  type Notification,
  parseJson,
  type Request,
  type RequestId,
  readMessage,
  readRequestMeta,
  unsupportedVersion,
  WireError,
} from '@worldwire/protocol';
import {
  type Call,
  type Caller,
  failure,
  type Kernel,
  type Limits,
  type Log,
  type Outlet,
  type Session,
  success,
} from '@worldwire/server';

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
  readonly #decoder: LineDecoder;
  readonly #calls = new Map<RequestId, Call>();
  /** Every call in flight, also those whose id the client has used again. */
  readonly #running = new Set<Call>();
  // Ahead of the replies, which leave a turn later: a client that reads both at once may drop its listener
  // for the request before it hears of the progress.
  readonly #outlet: Outlet = {
    send: message => this.#keepsUp && this.#write(message) && this.#flush(),
    detach: () => {},
  };
  #session: Session | undefined;
  #pending = '';
  #ended = false;
  #held = false;
  #open = 0;
  #finish: () => void = () => {};

  constructor(options: StdioOptions) {
    this.#options = options;
    this.#decoder = new LineDecoder({ maxBytes: options.limits.bodyBytes });
    this.closed = new Promise(resolve => {
      this.#finish = resolve;
    });
    options.input.on('data', (chunk: Buffer) => this.#take(this.#decoder.push(chunk)));
    options.input.once('end', () => this.#inputOnEnd());
    options.input.once('close', () => this.#inputOnEnd());
    options.input.on('error', error => {
      options.log.debug({ err: error }, 'the input broke');
      this.#inputOnEnd();
    });
    options.output.on('error', error => {
      options.log.debug({ err: error }, 'the reader is gone');
      this.#pending = '';
      this.#inputOnEnd();
    });
  }

  async close(): Promise<void> {
    this.#inputOnEnd();
    await this.closed;
  }

  #inputOnEnd(): void {
    if (this.#ended) return;
    this.#take(this.#decoder.end());
    this.#ended = true;
    this.#session?.hangUp();
    for (const call of this.#running) {
      if (call.request.method === 'subscriptions/listen') call.cancel('The client is gone.');
    }
    this.#options.input.pause();
    this.#settle();
  }

  #take(events: readonly ReturnType<LineDecoder['push']>[number][]): void {
    for (const event of events) {
      if (event.kind === 'malformed') this.#refuse(null, WireError.of('ParseError', event.reason));
      else this.#receive(event.text);
    }
  }

  #receive(text: string): void {
    const parsed = parseJson(text, { depth: this.#options.limits.jsonDepth });
    if (!parsed.ok) this.#refuse(null, WireError.of('ParseError', parsed.reason));
    else if (Array.isArray(parsed.value)) this.#batch(parsed.value);
    else this.#message(readMessage(parsed.value), reply => this.#write(reply));
  }

  #batch(items: readonly JsonValue[]): void {
    const { limits } = this.#options;
    if (!this.#session?.revision.batches) {
      return this.#refuse(
        null,
        WireError.of(
          'InvalidRequest',
          'Batches are part of revision 2025-03-26 alone: send one message a line.',
        ),
      );
    }
    if (items.length === 0 || items.length > limits.batch) {
      return this.#refuse(null, WireError.of('InvalidRequest', `A batch has 1 to ${limits.batch} messages.`));
    }
    const replies: string[] = [];
    let open = 1;
    const settle = (reply?: string) => {
      if (reply !== undefined) replies.push(reply);
      if (--open === 0 && replies.length > 0) this.#write(`[${replies.join(',')}]`);
    };
    for (const item of items) {
      const message = readMessage(item);
      if (message.kind === 'request' || message.kind === 'invalid') open++;
      if (message.kind === 'request' && message.method === 'initialize') {
        settle(
          errorText(message.id, WireError.of('InvalidRequest', 'initialize must not be part of a batch.')),
        );
      } else this.#message(message, settle);
    }
    settle();
  }

  /** `reply` is called once for a request, and for what is no message; with nothing when it was cancelled. */
  #message(message: Message, reply: (text?: string) => void): void {
    const { kernel, dialect } = this.#options;
    if (message.kind === 'invalid') {
      reply(encodeError(message.id ?? null, { code: ERRORS.InvalidRequest.code, message: message.reason }));
    } else if (message.kind === 'response') this.#session?.answer(message);
    else if (message.kind === 'notification') this.#notified(message);
    else if (message.method === 'initialize') reply(this.#initialize(message));
    else {
      const caller = this.#caller(message);
      if (caller instanceof WireError) return reply(errorText(message.id, caller));
      this.#open++;
      // A handler that throws at once has settled before there is a call to remember.
      let call: Call | undefined;
      let settled = false;
      call = kernel.start(
        message,
        caller,
        this.#outlet,
        answer => {
          this.#open--;
          settled = true;
          if (call !== undefined) this.#running.delete(call);
          if (this.#calls.get(message.id) === call) this.#calls.delete(message.id);
          reply(answer?.text);
          this.#settle();
        },
        dialect,
      );
      if (settled) return;
      this.#running.add(call);
      this.#calls.set(message.id, call);
    }
  }

  #notified(notification: Notification): void {
    const { kernel, dialect } = this.#options;
    kernel.notified(notification, { cancel: (id, reason) => this.#calls.get(id)?.cancel(reason) }, dialect);
  }

  #initialize(request: Request): string {
    const { kernel } = this.#options;
    try {
      const { session, result } = kernel.initialize(request.params, LOCAL);
      if (this.#session !== undefined) kernel.sessions.end(this.#session, 'The client initialized again.');
      this.#session = session;
      session.read(message => {
        if (this.#keepsUp) this.#write(message);
      });
      return success(request.id, result).text;
    } catch (thrown) {
      if (thrown instanceof WireError) return errorText(request.id, thrown);
      throw thrown;
    }
  }

  /** A request that names its revision stands alone; any other belongs to the session. */
  #caller(request: Request): Caller | WireError {
    const version = metaVersion(request.params);
    if (version === undefined) return this.#session ?? firstStep(request);
    const revision = typeof version === 'string' ? findRevision(version) : undefined;
    try {
      const { capabilities, client, logLevel } = readRequestMeta(request.params);
      if (revision?.era !== 'request') return unsupportedVersion(String(version));
      return { principal: LOCAL, revision, capabilities, client, logLevel, session: undefined };
    } catch (thrown) {
      if (thrown instanceof WireError) return thrown;
      throw thrown;
    }
  }

  #refuse(id: RequestId | null, error: WireError): void {
    this.#write(errorText(id, error));
  }

  /** Replies of one turn leave in one write. */
  #write(message: string | undefined): boolean {
    if (message === undefined || this.#options.output.destroyed) return false;
    if (this.#pending === '') setImmediate(() => this.#flush());
    this.#pending += `${message}\n`;
    return true;
  }

  #flush(): true {
    const text = this.#pending;
    this.#pending = '';
    if (text === '' || this.#options.output.destroyed) {
      this.#settle();
      return true;
    }
    // A client that stops reading must not fill our memory: nothing is read from it until it has caught up.
    if (!this.#options.output.write(text) && !this.#held) {
      this.#held = true;
      this.#options.input.pause();
      this.#options.output.once('drain', () => {
        this.#held = false;
        this.#options.input.resume();
      });
    }
    this.#settle();
    return true;
  }

  /** Whether the client reads: to one that does not, nothing is said but the answers it asked for. */
  get #keepsUp(): boolean {
    const { output, limits } = this.#options;
    return output.writableLength + this.#pending.length <= limits.queueBytes;
  }

  #settle(): void {
    if (!this.#ended || this.#pending !== '' || this.#open > 0) return;
    if (this.#session !== undefined) this.#options.kernel.sessions.end(this.#session, 'The client is gone.');
    this.#finish();
  }
}

function firstStep(request: Request): WireError {
  return WireError.of(
    'InvalidRequest',
    `Before ${request.method.slice(0, 128)}, send initialize, or name the revision in params._meta["${META_VERSION}"].`,
  );
}

function errorText(id: RequestId | null, error: WireError): string {
  return failure(id, error.body).text;
}
