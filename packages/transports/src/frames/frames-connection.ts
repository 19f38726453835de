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
import type { Reading } from '../admission/era.js';
import { arrivingFull } from '../bounds/capacity-errors.js';
import { Conversation } from '../stream/conversation.js';
import type { Client, FramesWorld } from './authenticator.js';
import { EngineLink, welcomeEngine } from './engine-channel.js';
import { framesWriter } from './frames-writer.js';
import type { ListenerContext } from './listener-context.js';
import { MessageSocket } from './message-socket.js';
import { readFramed } from './read-framed.js';
import { transportReply } from './transport-methods.js';

const AUTHENTICATE = 'session.authenticate';
const SESSION_ID_BYTES = 18;
/** The principal of engines, where bytes are counted. */
const ENGINE = 'engine';
/** An engine's answer has so many times the members of a client's message: it may list a whole scene. */
const ENGINE_MEMBERS = 16;
/** With more in flight than this, what can finish may do so before more is read. */
const PACE = 256;
/** A page in a browser can make it write lines to any port, behind a first line of its own. */
const HTTP_LINE = /^[A-Z]{3,10} \S+ HTTP\/\d/;

/** One client, or one engine, from its first message to its last. */
export class FramesConnection {
  readonly #context: ListenerContext;
  readonly #end: MessageSocket;
  readonly #since: number;
  #client: Client | undefined;
  #sessionId: string | undefined;
  #conversation: Conversation | undefined;
  #link: EngineLink | undefined;
  /** The refusal of a wrong credential, and when it may leave. */
  #refusal: { readonly text: string; readonly due: number } | undefined;
  /** Why nothing more can be understood, to be said behind the answers to what could. */
  #parting: WireError | undefined;
  /** Answers about the wire itself that are on their way. */
  #looks = 0;
  #halfClosed = false;
  #stopping = false;
  #draining = false;
  #left = false;

  constructor(
    socket: Socket,
    context: ListenerContext,
    readonly onStir: () => void,
  ) {
    const { limits, authenticator, framing, log, now, memory, turns } = context;
    this.#context = context;
    this.#since = now();
    this.#client = authenticator.anonymous;
    const maxBytes = this.greeting ? limits.authenticateBytes : limits.bodyBytes;
    this.#end = new MessageSocket({
      socket,
      framing,
      maxBytes,
      limits,
      log,
      now,
      memory,
      turns,
      receiver: this,
    });
    if (this.#client !== undefined) this.#end.belongsTo(this.#client.principal);
  }

  /** Whether it still has to say who it is. */
  get greeting(): boolean {
    return this.#client === undefined && this.#link === undefined;
  }

  /** Whether an engine is at the other end. */
  get linked(): boolean {
    return this.#link !== undefined;
  }

  /** Looks for what is overdue. False when nothing can be, until the connection stirs again. */
  tick(): boolean {
    const { limits, now } = this.#context;
    if (this.#refusal !== undefined) {
      if (now() >= this.#refusal.due) this.#refuse(this.#refusal.text);
    } else if (!this.greeting || this.#end.leaving) return this.#end.tick();
    else if (now() - this.#since >= limits.authenticateMs) {
      const reason = `Authenticate within ${limits.authenticateMs} ms of connecting.`;
      this.#fail(null, WireError.of('AuthenticationFailed', reason));
    }
    return true;
  }

  /** Takes no more requests; those in flight go on. Calls back when those that have begun to arrive are here. */
  stop(arrived: () => void): void {
    if (this.linked) return arrived();
    this.#end.pipe.afterArrived(() => {
      this.#refuseRequests();
      arrived();
    });
  }

  /** After `stop`: leaves as soon as nothing is in flight. A message that is not here whole is answered with an error. */
  drain(): void {
    this.#draining = true;
    if (this.#stopping || this.linked) return this.#settle();
    this.#refuseRequests();
    if (this.#refusal === undefined && this.#parting === undefined) this.#part(unfinished());
  }

  /** Ends what is going on, with an answer where there is one, and closes when all that was said is read. */
  leave(reason: string, answer?: WireError): void {
    if (this.#left || this.#end.leaving) return;
    this.#left = true;
    this.#conversation?.end(reason, answer);
    this.#end.leave(reason);
    this.#link?.ended(reason);
  }

  /** Closes at once. */
  cut(reason: string): void {
    this.#end.cut(reason);
  }

  onValue(value: JsonValue, weight: number): void {
    // The end of its side lets everything in that came with it, also behind a wrong credential.
    if (this.#refusal !== undefined || this.#end.leaving) return;
    if (this.#link !== undefined) return this.#deliver(this.#link, value);
    const message = Array.isArray(value) ? undefined : readFramed(value);
    if (message?.kind === 'request' && message.method === AUTHENTICATE) return this.#authenticate(message);
    if (this.#client === undefined) return this.#askWho(value, message);
    if (message?.kind === 'request' && this.#answersItself(message)) return;
    this.#conversation ??= this.#converse(this.#client);
    if (message === undefined) this.#conversation.receive(value, weight);
    else this.#conversation.take(message, weight);
    this.#pace(this.#conversation);
  }

  onMalformed(reason: string, text: string | undefined): void {
    if (this.#refusal !== undefined) return;
    if (this.#context.framing === 'newline' && text !== undefined && HTTP_LINE.test(text)) {
      return this.#end.cut('This is no HTTP server.');
    }
    this.#answer(null, 'ParseError', reason);
    // A line may be over the limit, as a length may be, and strangers get no second try.
    if (this.#context.framing === 'newline' && text === undefined && this.greeting) this.leave(reason);
  }

  onBroken(reason: string, by: 'content' | 'end' | 'memory'): void {
    // Whoever guessed wrong hears of that, and when it is time.
    if (this.#refusal !== undefined || this.#parting !== undefined) return;
    this.#link?.ended(reason, by === 'content');
    const error = by === 'memory' ? arrivingFull() : WireError.of('InvalidRequest', reason);
    // Whoever stopped in the middle of a message is gone. Anybody else has the answers to all before it first.
    if (by === 'end') return this.#fail(null, error);
    this.#part(error);
  }

  onEnd(): void {
    this.#halfClosed = true;
    this.#conversation?.hangUp();
    this.#settle();
  }

  onGone(reason: string): void {
    this.#conversation?.end('The client is gone.');
    this.#link?.ended(reason);
  }

  /** Refuses whatever comes before the credential. */
  #askWho(value: JsonValue, message: Reading | undefined): void {
    if (message?.kind === 'notification' || message?.kind === 'response') return;
    const id = message?.id ?? null;
    if (message?.kind !== 'invalid' || (message.code !== undefined && !asksForEntry(value))) {
      return this.#answer(id, 'AuthenticationFailed', `Send ${AUTHENTICATE} first.`);
    }
    const { code = ERRORS.InvalidRequest.code, reason } = message;
    this.#end.write(encodeError(id, { code, message: reason }));
  }

  #authenticate({ id, params }: Request): void {
    const { authenticator, log, now } = this.#context;
    const outcome = authenticator.authenticate(params, this.#end.address);
    if (outcome.kind === 'denied') {
      log.info({ remote: this.#end.remote }, 'authentication failed');
      const { body } = WireError.of('AuthenticationFailed', 'Authentication failed');
      const text = encodeError(id, body);
      if (outcome.delayMs === 0) return this.#refuse(text);
      this.#refusal = { text, due: now() + outcome.delayMs };
      this.#end.pipe.pause();
    } else if (outcome.kind === 'invalid') this.#end.write(encodeError(id, outcome.error.body));
    else if (outcome.kind === 'engine') this.#join(id, outcome.hello);
    else this.#admit(id, outcome.client);
  }

  #admit(id: RequestId, client: Client): void {
    const { principal, world } = client;
    const same = this.#client?.principal === principal && this.#client.world === world;
    if (!same && this.#conversation !== undefined) {
      return this.#answer(id, 'InvalidRequest', 'This connection is in use: open another for another world.');
    }
    this.#welcome();
    this.#client = client;
    this.#end.belongsTo(principal);
    this.#sessionId ??= randomBytes(SESSION_ID_BYTES).toString('base64url');
    this.#end.write(encodeResult(id, { sessionId: this.#sessionId }));
  }

  #join(id: RequestId, hello: JsonObject): void {
    const { engines, limits, log } = this.#context;
    if (engines === undefined || this.#conversation !== undefined) {
      const reason =
        engines === undefined ? 'No engine is awaited here.' : 'A client cannot become an engine.';
      return this.#fail(id, WireError.of('InvalidParams', reason));
    }
    const link = new EngineLink(this.#end, reason => this.leave(reason));
    const answer = welcomeEngine(engines, hello, link, log);
    if (answer instanceof WireError) return this.#fail(id, answer);
    // Its answers become results, and a picture may be long.
    const maxBytes = Math.max(limits.bodyBytes, limits.resultBytes);
    this.#end.pipe.limit(maxBytes, ENGINE_MEMBERS);
    this.#end.belongsTo(ENGINE);
    // It answers and does not ask: unread because it reads slowly, it could never catch up.
    this.#end.pipe.readAlways();
    this.#link = link;
    this.#end.write(encodeResult(id, answer));
    link.begin();
  }

  #welcome(): void {
    if (this.greeting) this.#end.pipe.limit(this.#context.limits.bodyBytes);
  }

  #deliver(link: EngineLink, value: JsonValue): void {
    try {
      if (asks(value)) this.#answerEngine(readFramed(value));
      else link.deliver(value);
    } catch (thrown) {
      this.#context.log.error({ err: thrown, remote: link.remote }, 'a message of an engine failed');
      this.leave('The server failed to take a message.');
    }
  }

  /** An engine may ask for what every peer may, and for nothing of the worlds. */
  #answerEngine(message: Reading): void {
    if (message.kind === 'invalid') return this.#answer(message.id ?? null, 'InvalidRequest', message.reason);
    if (message.kind !== 'request' || this.#answersItself(message)) return;
    const { id, method } = message;
    this.#answer(id, 'MethodNotFound', `An engine cannot ask for "${method.slice(0, 128)}" here.`);
  }

  #converse({ principal, world }: Client): Conversation {
    const { worlds, limits, memory } = this.#context;
    const conversation = new Conversation({
      ...(worlds.get(world) as FramesWorld),
      principal,
      limits,
      memory,
      parallel: limits.callsPerConnection,
      read: readFramed,
      speaker: framesWriter(this.#end, {
        settled: () => this.#settle(),
        left: () => {
          this.#end.pipe.discard();
          this.onEnd();
        },
      }),
    });
    if (this.#stopping) conversation.stop();
    return conversation;
  }

  /** Gives what was just begun a turn to finish. */
  #pace({ open }: Conversation): void {
    if (open < PACE) return;
    this.#end.pipe.pause();
    setImmediate(() => this.#refusal === undefined && this.#end.pipe.resume());
  }

  /** Answers what is asked about the wire itself, though that may have to be found out. False for anything else. */
  #answersItself(request: Request): boolean {
    const reply = transportReply(request, this.#context);
    if (typeof reply === 'string') this.#end.write(reply);
    else if (reply !== undefined) this.#await(reply);
    return reply !== undefined;
  }

  #await(reply: Promise<string>): void {
    // Whoever asks more often than it can be looked is heard again when the looks are over.
    const { callsPerConnection } = this.#context.limits;
    if (++this.#looks >= callsPerConnection) this.#end.pipe.pause();
    void reply.then(text => {
      if (this.#looks-- >= callsPerConnection) this.#end.pipe.resume();
      this.#end.write(text);
      this.#settle();
    });
  }

  #refuseRequests(): void {
    this.#stopping = true;
    this.#conversation?.stop();
  }

  /** Reads no more, and says why behind the answers to what was read. */
  #part(error: WireError): void {
    this.#parting = error;
    this.#end.pipe.discard();
    this.#conversation?.hangUp();
    this.#settle();
  }

  #settle(): void {
    if (this.#refusal !== undefined || this.#looks > 0) return;
    if ((this.#parting !== undefined || this.#halfClosed) && (this.#conversation?.open ?? 0) === 0) {
      if (this.#parting !== undefined) this.#fail(null, this.#parting);
      else this.leave('The other side closed the connection.');
    } else if (this.#draining && (this.#conversation?.idle ?? true)) this.leave('The server is stopping.');
  }

  #answer(id: RequestId | null, name: ErrorName, message: string): void {
    this.#end.write(encodeError(id, WireError.of(name, message).body));
  }

  #refuse(text: string): void {
    this.#refusal = undefined;
    this.#end.write(text);
    this.leave('Authentication failed.');
  }

  #fail(id: RequestId | null, error: WireError): void {
    this.#end.write(encodeError(id, error.body));
    this.leave(error.message);
  }
}

function unfinished(): WireError {
  return WireError.of('InternalError', 'The server stopped before the message was here whole.', {
    kind: 'NotReady',
    hint: 'Connect again later.',
  });
}

function asks(value: JsonValue): boolean {
  return isObject(value) && value.method !== undefined && value.id !== undefined;
}

function asksForEntry(value: JsonValue): boolean {
  return isObject(value) && value.method === AUTHENTICATE;
}
