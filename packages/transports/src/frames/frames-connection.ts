import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  ERRORS,
  type ErrorName,
  encodeError,
  encodeResult,
  isObject,
  type JsonObject,
  type JsonValue,
  type Request,
  type RequestId,
  WireError,
} from '@worldwire/protocol';
import type { WorldError } from '@worldwire/server';
import type { Kernel, Opening, Places, Principal } from '@worldwire/server/internal';
import type { Reading } from '../admission/era.js';
import { arrivingFull } from '../bounds/capacity-errors.js';
import { Conversation } from '../stream/conversation.js';
import type { Client, FramesWorld } from './authenticator.js';
import { EngineLink, joinEngine } from './engine-channel.js';
import { framesWriter } from './frames-writer.js';
import type { ListenerContext } from './listener-context.js';
import { MessageSocket } from './message-socket.js';
import { readFramed } from './read-framed.js';
import { LINKS, transportReply } from './transport-methods.js';

const AUTHENTICATE = 'session.authenticate';
const SESSION_ID_BYTES = 18;
/** The principal that the bytes of engines count for. */
const ENGINE_PRINCIPAL = 'engine';
/** How many times the members of a client's message an engine's answer may have: it may list a whole scene. */
const ENGINE_MEMBERS = 2;
/** With this many requests in flight, reading pauses for a turn of the event loop, so that some can finish. */
const MAX_UNPACED_REQUESTS = 256;
/** A page in a browser can make it write lines to any port, after an HTTP request line. */
const HTTP_LINE = /^[A-Z]{3,10} \S+ HTTP\/\d/;

/** One connection of a client or an engine, from its first message to its last. */
export class FramesConnection {
  readonly #context: ListenerContext;
  readonly #socket: MessageSocket;
  readonly #openedAt: number;
  #client: Client | undefined;
  /** Releases its place among the connections of clients. */
  #release: (() => void) | undefined;
  /** Why it is not served although it needs no token. An engine is: it says in its first message that it is one. */
  readonly #crowded: WireError | undefined;
  #sessionId: string | undefined;
  #conversation: Conversation | undefined;
  #link: EngineLink | undefined;
  /** The delayed answer to a wrong token. */
  #denial: { readonly text: string; readonly due: number } | undefined;
  /** Why nothing more can be read. It is sent after the answers to what was read. */
  #closingError: WireError | undefined;
  /** Removes it from what is open in its world. */
  #close = () => {};
  #pendingHealthChecks = 0;
  #halfClosed = false;
  #stopping = false;
  #draining = false;
  #ended = false;

  constructor(
    socket: Socket,
    context: ListenerContext,
    readonly onActivity: () => void,
  ) {
    const { limits, authenticator } = context;
    this.#context = context;
    this.#openedAt = context.now();
    const { anonymous } = authenticator;
    this.#crowded = anonymous && this.#takePlace(anonymous);
    if (this.#crowded === undefined) this.#client = anonymous;
    const maxBytes = this.unauthenticated ? limits.authenticateBytes : limits.bodyBytes;
    this.#socket = new MessageSocket({ ...context, socket, maxBytes, receiver: this });
    if (this.#client === undefined) return;
    this.#socket.setPrincipal(this.#client.who.name);
    this.#opened(this.#client);
  }

  get unauthenticated(): boolean {
    return this.#client === undefined && this.#link === undefined;
  }

  get isEngine(): boolean {
    return this.#link !== undefined;
  }

  /** Checks the timeouts. False if none can expire before the next activity. */
  tick(): boolean {
    const { limits, now } = this.#context;
    if (this.#denial !== undefined) {
      if (now() >= this.#denial.due) this.#deny(this.#denial.text);
    } else if (!this.unauthenticated || this.#socket.ending) return this.#socket.tick();
    else if (now() - this.#openedAt >= limits.authenticateMs) {
      const reason = `Authenticate within ${limits.authenticateMs} ms of connecting.`;
      this.#fail(null, this.#crowded ?? WireError.of('AuthenticationFailed', reason));
    }
    return true;
  }

  /** Accepts no more requests; those in flight continue. Calls back when messages that are arriving are complete. */
  stop(arrived: () => void): void {
    if (this.isEngine) return arrived();
    this.#socket.pipe.afterArrived(() => {
      this.#refuseRequests();
      arrived();
    });
  }

  /** After `stop`: ends as soon as nothing is in flight. An incomplete message is answered with an error. */
  drain(): void {
    this.#draining = true;
    if (this.#stopping || this.isEngine) return this.#settle();
    this.#refuseRequests();
    if (this.#denial === undefined && this.#closingError === undefined)
      this.#stopReading(incompleteMessage());
  }

  /** Gives its place to other clients. */
  leave(): void {
    this.#release?.();
    this.#release = undefined;
  }

  /** Cancels what is in flight, with an answer if one is given, and closes when all output was read. */
  end(reason: string, answer?: WireError): void {
    if (this.#ended || this.#socket.ending) return;
    this.#ended = true;
    this.#conversation?.end(reason, answer);
    this.#socket.end(reason);
    this.#link?.ended(reason);
  }

  /** Closes at once. */
  destroy(reason: string): void {
    this.#socket.destroy(reason);
  }

  onValue(value: JsonValue, weight: number): void {
    // When the client ends its side, the pipe delivers everything that is left, also after a wrong token.
    if (this.#denial !== undefined || this.#socket.ending) return;
    if (this.#link !== undefined) return this.#deliver(this.#link, value);
    const message = Array.isArray(value) ? undefined : readFramed(value);
    if (message?.kind === 'request' && message.method === AUTHENTICATE) return this.#authenticate(message);
    if (this.#client === undefined) return this.#refuseUnauthenticated(value, message);
    if (message?.kind === 'request' && this.#answersItself(message)) return;
    this.#conversation ??= this.#converse(this.#client);
    if (message === undefined) this.#conversation.receive(value, weight);
    else this.#conversation.take(message, weight);
    this.#pace(this.#conversation);
  }

  onMalformed(reason: string, text: string | undefined): void {
    if (this.#denial !== undefined) return;
    if (this.#context.framing === 'newline' && text !== undefined && HTTP_LINE.test(text)) {
      return this.#socket.destroy('The client sent an HTTP request.');
    }
    this.#answer(null, 'ParseError', reason);
    // The line was over the limit. A client that has not authenticated gets no second try.
    if (this.#context.framing === 'newline' && text === undefined && this.unauthenticated) this.end(reason);
  }

  onBroken(reason: string, by: 'content' | 'end' | 'memory'): void {
    // The answer to a wrong token is sent when its delay is over.
    if (this.#denial !== undefined || this.#closingError !== undefined) return;
    this.#link?.ended(reason, by === 'content');
    const error = by === 'memory' ? arrivingFull() : WireError.of('InvalidRequest', reason);
    // A client that stopped within a message waits for no answers. Any other gets the answers to all before it.
    if (by === 'end') return this.#fail(null, error);
    this.#stopReading(error);
  }

  onEnd(): void {
    this.#halfClosed = true;
    this.#conversation?.hangUp();
    this.#settle();
  }

  onClosed(reason: string): void {
    this.#close();
    this.#conversation?.end('The client disconnected.');
    this.#link?.ended(reason);
  }

  #opened({ who, world }: Client): void {
    const { kernel } = this.#context.worlds.get(world) as FramesWorld;
    this.#keep(kernel, { kind: 'connection', who, what: `frames from ${this.#socket.remote}` });
  }

  #linked(who: Principal): void {
    const { kernel } = this.#context.engineWorld;
    const refused = () => kernel.linkRefusal(who) !== undefined;
    this.#keep(kernel, { kind: 'link', who, what: `engine at ${this.#socket.remote}`, refused });
  }

  /** It ends with its credential, and the operator sees it. */
  #keep({ openings }: Kernel, opening: Omit<Opening, 'end'>): void {
    this.#close();
    this.#close = openings.add({ ...opening, end: reason => this.end(reason) });
  }

  #refuseUnauthenticated(value: JsonValue, message: Reading | undefined): void {
    if (message?.kind === 'notification' || message?.kind === 'response') return;
    const id = message?.id ?? null;
    if (this.#crowded !== undefined) return this.#fail(id, this.#crowded);
    if (message?.kind !== 'invalid' || (message.code !== undefined && !isAuthenticate(value))) {
      return this.#answer(id, 'AuthenticationFailed', `Send ${AUTHENTICATE} first.`);
    }
    const { code = ERRORS.InvalidRequest.code, reason } = message;
    this.#socket.write(encodeError(id, { code, message: reason }));
  }

  #authenticate({ id, params }: Request): void {
    const { authenticator, log, now } = this.#context;
    const outcome = authenticator.authenticate(params, this.#socket.address);
    if (outcome.kind === 'denied') {
      log.info({ remote: this.#socket.remote }, 'authentication failed');
      const { body } = WireError.of('AuthenticationFailed', 'Authentication failed');
      const text = encodeError(id, body);
      if (outcome.delayMs === 0) return this.#deny(text);
      this.#denial = { text, due: now() + outcome.delayMs };
      this.#socket.pipe.pause();
    } else if (outcome.kind === 'invalid') this.#socket.write(encodeError(id, outcome.error.body));
    else if (outcome.kind === 'engine') this.#joinEngine(id, outcome.who, outcome.hello);
    else this.#acceptClient(id, outcome.client);
  }

  #acceptClient(id: RequestId, client: Client): void {
    const { who, world } = client;
    // Another token of the same name may have other rights.
    const same = this.#client?.who === who && this.#client.world === world;
    if (!same && this.#conversation !== undefined) {
      const reason =
        'This connection already serves another principal or world: open a new connection for this one.';
      return this.#answer(id, 'InvalidRequest', reason);
    }
    if (!same) {
      const refusal = this.#takePlace(client);
      if (refusal !== undefined) return this.#fail(id, refusal);
    }
    if (this.unauthenticated) this.#socket.pipe.limit(this.#context.limits.bodyBytes);
    this.#client = client;
    this.#socket.setPrincipal(who.name);
    this.#opened(client);
    this.#sessionId ??= randomBytes(SESSION_ID_BYTES).toString('base64url');
    this.#socket.write(encodeResult(id, { sessionId: this.#sessionId }));
  }

  /** Takes a place among the clients, instead of the one that it has. Returns the refusal if there is none. */
  #takePlace({ who }: Client): WireError | undefined {
    this.leave();
    this.#release = this.#context.clients.tryTake(who.name);
    return this.#release === undefined ? placesTaken(this.#context.clients, who.name) : undefined;
  }

  #joinEngine(id: RequestId, who: Principal, hello: JsonObject): void {
    const { engines, engineWorld, limits, log } = this.#context;
    if (engines === undefined || this.#conversation !== undefined) {
      const reason =
        engines === undefined ? 'This server accepts no engines.' : 'A client cannot become an engine.';
      return this.#fail(id, WireError.of('InvalidParams', reason));
    }
    const refusal = engineWorld.kernel.linkRefusal(who);
    if (refusal !== undefined) return this.#fail(id, forbidden(refusal));
    const link = new EngineLink(this.#socket, reason => this.end(reason));
    const answer = joinEngine(engines, hello, link, log);
    if (answer instanceof WireError) return this.#fail(id, answer);
    // Its answers become results, and a picture may be long.
    this.#socket.pipe.limit(Math.max(limits.bodyBytes, limits.resultBytes), ENGINE_MEMBERS);
    this.#socket.setPrincipal(ENGINE_PRINCIPAL);
    // It answers more than it asks: back-pressure on its answers would only make a slow engine slower.
    this.#socket.pipe.readAlways();
    this.#link = link;
    this.leave();
    this.#linked(who);
    this.#socket.write(encodeResult(id, answer));
    link.begin();
  }

  #deliver(link: EngineLink, value: JsonValue): void {
    try {
      if (isRequest(value)) this.#answerEngine(readFramed(value));
      else link.deliver(value);
    } catch (thrown) {
      this.#context.log.error({ err: thrown, remote: link.remote }, 'a message of an engine failed');
      this.end('The server failed to process a message.');
    }
  }

  /** An engine may call the methods of the transport, and none of a world. */
  #answerEngine(message: Reading): void {
    if (message.kind === 'invalid') return this.#answer(message.id ?? null, 'InvalidRequest', message.reason);
    if (message.kind !== 'request' || this.#answersItself(message)) return;
    const { id, method } = message;
    this.#answer(id, 'MethodNotFound', `An engine cannot call "${method.slice(0, 128)}" here.`);
  }

  #converse({ who, world }: Client): Conversation {
    const { worlds, limits, memory } = this.#context;
    const conversation = new Conversation({
      ...(worlds.get(world) as FramesWorld),
      who,
      limits,
      memory,
      maxInFlight: limits.callsPerConnection,
      read: readFramed,
      writer: framesWriter(this.#socket, {
        settled: () => this.#settle(),
        left: () => {
          this.#socket.pipe.discard();
          this.onEnd();
        },
      }),
    });
    if (this.#stopping) conversation.stop();
    return conversation;
  }

  #pace({ open }: Conversation): void {
    if (open < MAX_UNPACED_REQUESTS) return;
    this.#socket.pipe.pause();
    setImmediate(() => this.#denial === undefined && this.#socket.pipe.resume());
  }

  /** Answers a request about the transport itself. False for any other. */
  #answersItself(request: Request): boolean {
    const reply = this.#linksRefusal(request) ?? transportReply(request, this.#context);
    if (typeof reply === 'string') this.#socket.write(reply);
    else if (reply !== undefined) this.#await(reply);
    return reply !== undefined;
  }

  /** Engines are a part of their world: a client that may not read it does not see them. */
  #linksRefusal({ id, method }: Request): string | undefined {
    if (method !== LINKS || this.#client === undefined) return undefined;
    const refusal = this.#context.engineWorld.kernel.readRefusal(this.#client.who, method);
    return refusal && encodeError(id, forbidden(refusal).body);
  }

  #await(reply: Promise<string>): void {
    // Back-pressure: stop reading while too many health checks are pending.
    const { callsPerConnection } = this.#context.limits;
    if (++this.#pendingHealthChecks >= callsPerConnection) this.#socket.pipe.pause();
    void reply.then(text => {
      if (this.#pendingHealthChecks-- >= callsPerConnection) this.#socket.pipe.resume();
      this.#socket.write(text);
      this.#settle();
    });
  }

  #refuseRequests(): void {
    this.#stopping = true;
    this.#conversation?.stop();
  }

  /** Sends the error after the answers to what was read, and ends. */
  #stopReading(error: WireError): void {
    this.#closingError = error;
    this.#socket.pipe.discard();
    this.#conversation?.hangUp();
    this.#settle();
  }

  #settle(): void {
    if (this.#denial !== undefined || this.#pendingHealthChecks > 0) return;
    const finished = (this.#conversation?.open ?? 0) === 0;
    if (finished && this.#closingError !== undefined) this.#fail(null, this.#closingError);
    else if (finished && this.#halfClosed) this.end('The other side closed the connection.');
    else if (this.#draining && (this.#conversation?.idle ?? true)) this.end('The server is stopping.');
  }

  #answer(id: RequestId | null, name: ErrorName, message: string): void {
    this.#socket.write(encodeError(id, WireError.of(name, message).body));
  }

  #deny(text: string): void {
    this.#denial = undefined;
    this.#socket.write(text);
    this.end('Authentication failed.');
  }

  #fail(id: RequestId | null, error: WireError): void {
    this.#socket.write(encodeError(id, error.body));
    this.end(error.message);
  }
}

function placesTaken(clients: Places, principal: string): WireError {
  return WireError.of('InternalError', clients.reason(principal), {
    kind: 'Busy',
    hint: clients.number.next,
  });
}

function forbidden({ kind, message, hint }: WorldError): WireError {
  return WireError.of('InvalidRequest', message, { kind, hint });
}

function incompleteMessage(): WireError {
  return WireError.of('InternalError', 'The server stopped before the message was complete.', {
    kind: 'NotReady',
    hint: 'Connect again later.',
  });
}

function isRequest(value: JsonValue): boolean {
  return isObject(value) && value.method !== undefined && value.id !== undefined;
}

function isAuthenticate(value: JsonValue): boolean {
  return isObject(value) && value.method === AUTHENTICATE;
}
