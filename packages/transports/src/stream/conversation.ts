import {
  type Dialect,
  dialectMethod,
  ERRORS,
  encodeError,
  type JsonObject,
  type JsonValue,
  metaVersion,
  type Notification,
  type Request,
  type RequestId,
  WireError,
} from '@worldwire/protocol';
import {
  type Call,
  type Caller,
  failure,
  type Kernel,
  type Limits,
  type Memory,
  type Principal,
  type ResponseChannel,
  type Session,
  serverStopping,
  success,
} from '@worldwire/server/internal';
import { batchRefusal, serveBatch } from '../admission/batch.js';
import { dialectCaller, notInitialized, statelessCaller } from '../admission/caller.js';
import { type Era, eraOf, type Reading } from '../admission/era.js';
import { arrivingFull, inFlightFull } from '../bounds/capacity-errors.js';
import { PendingWrites } from '../bounds/pending-writes.js';
import { Reservation } from '../bounds/reservation.js';

/** The output to the client. */
export interface ClientWriter {
  /** Sends a reply: to the request with this id, or to a batch. */
  reply(text: string, id?: RequestId): void;
  /** Sends a message that precedes a reply, at once. False if the client reads too slowly. */
  send(text: string): boolean;
  /** Sends a message of the session. */
  post(text: string): void;
  /** A request has ended. */
  settled(): void;
  /** The client ended the session by a method of its dialect, and with it the connection. */
  left(): void;
}

export interface ConversationOptions {
  readonly kernel: Kernel;
  readonly dialect?: Dialect;
  readonly who: Principal;
  readonly limits: Pick<Limits, 'batch' | 'resultBytes'>;
  readonly memory: Memory;
  readonly maxInFlight: number;
  readonly read: (value: JsonValue) => Reading;
  readonly writer: ClientWriter;
}

/** Serves the messages of one client on a byte stream, of any era, with one world. */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #calls = new Map<RequestId, Call>();
  /** All calls in flight, including those whose id the client has used again. */
  readonly #running = new Set<Call>();
  readonly #outlet: ResponseChannel;
  readonly #cancel = (id: RequestId, reason: string) => this.#calls.get(id)?.cancel(reason);
  #session: Session | undefined;
  #open = 0;
  #stopping = false;
  #hungUp = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#outlet = {
      send: message => !(this.#hungUp && isRequest(message)) && options.writer.send(message),
      detach: () => {},
    };
  }

  /** The number of requests in flight. */
  get open(): number {
    return this.#open;
  }

  /** Whether only subscriptions are in flight. */
  get idle(): boolean {
    return this.#open === this.#listening.length;
  }

  /** `weight` is the memory that the message takes, 0 if it is small. */
  receive(value: JsonValue, weight = 0): void {
    if (Array.isArray(value)) this.#batch(value, weight);
    else this.take(this.#options.read(value), weight);
  }

  take(message: Reading, weight = 0): void {
    const { writer } = this.#options;
    if (message.kind !== 'request') return void this.#message(message, text => text && writer.reply(text));
    const { id } = message;
    const held = this.#hold(weight);
    if (held === 'full') return writer.reply(errorText(id, arrivingFull()), id);
    this.#message(message, text => {
      held?.release();
      if (text !== undefined) writer.reply(text, id);
    });
  }

  /** Refuses further requests. Those in flight continue. */
  stop(): void {
    this.#stopping = true;
  }

  /** The client sends nothing more: it cannot answer questions, and subscriptions end. */
  hangUp(): void {
    this.#hungUp = true;
    this.#session?.hangUp();
    for (const call of this.#listening) call.cancel('The client disconnected.');
  }

  /** Ends the session, and cancels all calls: with this answer, or without one. */
  end(reason: string, answer?: WireError): void {
    const { kernel } = this.#options;
    for (const call of [...this.#running]) {
      call.cancel(reason, answer && failure(call.request.id, answer.body));
    }
    if (this.#session !== undefined) kernel.sessions.end(this.#session, reason);
  }

  get #listening(): Call[] {
    return [...this.#running].filter(({ request }) => request.method === 'subscriptions/listen');
  }

  /** Counts a large message until its requests are answered. */
  #hold(weight: number): Reservation | undefined | 'full' {
    if (weight === 0) return undefined;
    const { memory, who } = this.#options;
    const held = new Reservation(memory.arriving, who.name);
    return held.add(weight) ? held : 'full';
  }

  #batch(items: readonly JsonValue[], weight: number): void {
    const { limits, writer, read, memory, who } = this.#options;
    const refusal = batchRefusal(items, this.#session?.revision, limits);
    if (refusal !== undefined) return writer.reply(errorText(null, refusal));
    const held = this.#hold(weight);
    if (held === 'full') return writer.reply(errorText(null, arrivingFull()));
    serveBatch(items, {
      principal: who.name,
      waiting: PendingWrites.of(memory),
      resultBytes: limits.resultBytes,
      read,
      refuse: errorText,
      take: message => this.#message(message, () => {}),
      start: (request, done) => {
        const call = this.#request(request, done);
        this.#checkLeave(request);
        return call;
      },
      finish: text => {
        held?.release();
        if (text !== undefined) writer.reply(text);
      },
    });
  }

  /** `reply` is called once for a request or an invalid message; without a text if the request was cancelled. */
  #message(message: Reading, reply: (text?: string) => void): void {
    if (message.kind === 'invalid') {
      const { id = null, code = ERRORS.InvalidRequest.code, reason } = message;
      reply(encodeError(id, { code, message: reason }));
      return;
    }
    if (message.kind === 'response') return this.#session?.answer(message);
    if (message.kind === 'notification') this.#notified(message);
    else this.#request(message, reply);
    this.#checkLeave(message);
  }

  /** A dialect method that ends the session also ends the connection, which serves this client alone. */
  #checkLeave(message: Request | Notification): void {
    const { dialect, writer } = this.#options;
    if (dialectMethod(dialect, message)?.session === 'end') writer.left();
  }

  /** Returns the call if one is in flight. */
  #request(request: Request, reply: (text?: string) => void): Call | undefined {
    const refusal = this.#refusal;
    if (refusal !== undefined) reply(errorText(request.id, refusal));
    else return this.#admit(request, reply);
    return undefined;
  }

  #admit(request: Request, reply: (text?: string) => void): Call | undefined {
    const { dialect } = this.#options;
    const era = eraOf(request, dialect, undefined, this.#session !== undefined);
    if (era === 'session' && request.method === 'initialize') {
      reply(this.#initialize(request));
      return undefined;
    }
    const caller = this.#callerOf(request, era);
    if (!(caller instanceof WireError)) return this.#start(request, caller, reply);
    reply(errorText(request.id, caller));
    return undefined;
  }

  #callerOf(request: Request, era: Era): Caller | WireError {
    const { dialect, who } = this.#options;
    if (era === 'session') return this.#session as Session;
    if (era === 'dialect') return dialectCaller(dialect, who, this.#cancel);
    const version = metaVersion(request.params);
    if (version === undefined) return notInitialized(request, dialect);
    return statelessCaller(request, who, version, this.#cancel);
  }

  #start(request: Request, caller: Caller, reply: (text?: string) => void): Call | undefined {
    const { kernel, dialect, writer } = this.#options;
    this.#open++;
    // A handler may settle before `start` returns.
    let call: Call | undefined;
    let settled = false;
    call = kernel.start(
      request,
      caller,
      this.#outlet,
      answer => {
        this.#open--;
        settled = true;
        if (call !== undefined) this.#running.delete(call);
        if (this.#calls.get(request.id) === call) this.#calls.delete(request.id);
        reply(answer?.text);
        writer.settled();
      },
      dialect,
    );
    if (settled) return undefined;
    this.#running.add(call);
    this.#calls.set(request.id, call);
    return call;
  }

  #notified(notification: Notification): void {
    const { kernel, dialect } = this.#options;
    kernel.notified(notification, { session: this.#session, cancel: this.#cancel }, dialect);
  }

  #initialize(request: Request): string {
    const { kernel, who, dialect, writer } = this.#options;
    const refusal = this.#session?.refusal;
    if (refusal !== undefined) return errorText(request.id, refusal);
    try {
      const { session, result } = kernel.initialize(request.params, who, { dialect });
      if (this.#session !== undefined) kernel.sessions.end(this.#session, 'The client initialized again.');
      this.#session = session;
      session.onClose(() => {
        if (this.#session === session) this.#session = undefined;
      });
      session.read(message => writer.post(message));
      return success(request.id, result).text;
    } catch (thrown) {
      if (thrown instanceof WireError) return errorText(request.id, thrown);
      throw thrown;
    }
  }

  get #refusal(): WireError | undefined {
    const { maxInFlight } = this.#options;
    if (this.#stopping) return serverStopping();
    return this.#open < maxInFlight ? undefined : inFlightFull(maxInFlight, 'This connection has');
  }
}

function isRequest(message: string): boolean {
  return (JSON.parse(message) as JsonObject).id !== undefined;
}

function errorText(id: RequestId | null, error: WireError): string {
  return failure(id, error.body).text;
}
