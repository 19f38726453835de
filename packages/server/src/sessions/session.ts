import {
  type ClientCapabilities,
  type ClientInfo,
  encodeRequest,
  type JsonValue,
  type LogLevel,
  type NotificationNames,
  type RequestId,
  type Response,
  type Revision,
  WireError,
} from '@worldwire/protocol';
import { legible } from '../api/legible.js';
import { WorldError } from '../api/world-error.js';
import { BriefMap } from '../kit/brief-map.js';
import type { Allowance } from '../limits/allowance.js';
import type { Limits } from '../limits/limits.js';
import type { Principal } from '../policy/principal.js';
import type { Caller } from './caller.js';
import type { SessionChange, SessionState } from './kept-sessions.js';
import { Mailbox } from './mailbox.js';
import type { Delivery } from './response-channel.js';

const MAX_REMEMBERED = 4;
const MAX_REMEMBERED_NAME = 32;
const MAX_REMEMBERED_TEXT = 128;

/** Work in flight, which the client or the end of the session cancels. */
export interface Cancellable {
  cancel(reason: string): void;
}

interface Ask {
  resolve(result: JsonValue): void;
  reject(reason: Error): void;
}

export interface SessionOptions {
  readonly id: string;
  readonly who: Principal;
  readonly revision: Revision;
  readonly capabilities: ClientCapabilities;
  readonly client: ClientInfo;
  readonly names: NotificationNames | undefined;
  /** Memory of the session without its mailbox. */
  readonly bytes: number;
  readonly memory: Allowance;
  readonly limits: Pick<Limits, 'mailbox' | 'mailboxBytes'>;
  readonly now: () => number;
  /** When it was opened, by that clock. */
  readonly opened: number;
  /** Keeps it beyond the process. Undefined if it ends with the process. */
  readonly keeper?: SessionKeeper | undefined;
}

/** Where one session is kept. */
export interface SessionKeeper {
  /** When it is too old, in milliseconds since 1970. */
  readonly endsAt: number;
  /** When its use was last stored, by the clock of the host. */
  storedUse: number;
  /** Throws if the change cannot be stored. */
  change(change: SessionChange): void;
}

/**
 * A client session of the revisions before 2026-07-28. Members that an idle session does not need are created on first use.
 */
export class Session implements Caller {
  readonly id: string;
  /** The principal that opened it. A request may come with another credential of the same name. */
  readonly who: Principal;
  readonly revision: Revision;
  readonly capabilities: ClientCapabilities;
  readonly client: ClientInfo;
  readonly names: NotificationNames | undefined;
  readonly bytes: number;
  /** Undefined if the session ends with the process. */
  readonly keeper: SessionKeeper | undefined;
  /** By the clock of the host, like `lastSeen`. */
  readonly opened: number;
  lastSeen: number;
  readonly #limits: SessionOptions['limits'];
  readonly #memory: Allowance;
  readonly #now: () => number;
  #closed = false;
  #shut = false;
  /** The default until logging/setLevel. */
  #logLevel: LogLevel = 'warning';
  #nextAsk = 0;
  #calls: BriefMap<RequestId, Cancellable> | undefined;
  /** Calls whose id the client used again: it can no longer cancel them, but the session can. */
  #shadowed: Set<Cancellable> | undefined;
  #asks: Map<RequestId, Ask> | undefined;
  #remembered: Map<string, string> | undefined;
  #subscriptions: Set<string> | undefined;
  #readers: ((message: string) => void)[] | undefined;
  #mailbox: Mailbox | undefined;
  /** Makes the messages for the first reader of a session that was opened again. */
  #missed: (() => Iterable<string>) | undefined;
  #onClose: Set<() => void> | undefined;

  constructor(options: SessionOptions) {
    this.id = options.id;
    this.who = options.who;
    this.revision = options.revision;
    this.capabilities = options.capabilities;
    this.client = options.client;
    this.names = options.names;
    this.bytes = options.bytes;
    this.#limits = options.limits;
    this.#memory = options.memory;
    this.#now = options.now;
    this.keeper = options.keeper;
    this.opened = options.opened;
    this.lastSeen = options.now();
  }

  get session(): this {
    return this;
  }

  get principal(): string {
    return this.who.name;
  }

  /** The caller of a request with this credential, which may have other rights than the one that opened the session. */
  callerAs(who: Principal): Caller {
    return who === this.who ? this : new SessionCaller(this, who);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** The client announced its end: only the end is accepted. */
  get shut(): boolean {
    return this.#shut;
  }

  shutDown(): void {
    if (this.#shut) return;
    this.keeper?.change({ shut: true });
    this.#shut = true;
  }

  get logLevel(): LogLevel {
    return this.#logLevel;
  }

  chooseLogLevel(level: LogLevel): void {
    this.keeper?.change({ logLevel: level });
    this.#logLevel = level;
  }

  recall(name: string): string | undefined {
    return this.#remembered?.get(name);
  }

  remember(name: string, text: string | undefined): void {
    if (this.recall(name) === text) return;
    const before = this.#remembered?.size ?? 0;
    const isLarge = name.length > MAX_REMEMBERED_NAME || (text?.length ?? 0) > MAX_REMEMBERED_TEXT;
    if (text !== undefined && (isLarge || (before >= MAX_REMEMBERED && this.recall(name) === undefined)))
      throw new RangeError(
        `A session remembers ${MAX_REMEMBERED} texts of ${MAX_REMEMBERED_TEXT} characters, with names of ${MAX_REMEMBERED_NAME}. Keep a shorter text, or remove one.`,
      );
    this.keeper?.change({ remember: name, text: text ?? null });
    this.#remembered ??= new Map();
    if (text === undefined) this.#remembered.delete(name);
    else this.#remembered.set(name, text);
  }

  /** Takes over what the session was in an earlier process. `missed` makes the messages that its first reader gets. */
  continues(
    { logLevel, shut, remembered }: Pick<SessionState, 'logLevel' | 'shut' | 'remembered'>,
    missed: () => Iterable<string>,
  ): void {
    if (logLevel !== undefined) this.#logLevel = logLevel;
    this.#shut = shut;
    if (remembered.size > 0) this.#remembered = new Map(remembered);
    this.#missed = missed;
  }

  /** The error for requests to a session that is closed or shut down. */
  get refusal(): WireError | undefined {
    if (this.#closed) return sessionEnded();
    return this.#shut
      ? WireError.of('InvalidRequest', 'The session is shut down. End it, and initialize a new one.')
      : undefined;
  }

  /** The number of calls in flight. */
  get inFlight(): number {
    return (this.#calls?.size ?? 0) + (this.#shadowed?.size ?? 0);
  }

  /** Whether expiry would interrupt something. */
  get busy(): boolean {
    return this.inFlight + (this.#readers?.length ?? 0) > 0;
  }

  begin(id: RequestId, call: Cancellable): void {
    this.#calls ??= new BriefMap();
    const earlier = this.#calls.get(id);
    if (earlier !== undefined) this.#shadowed = (this.#shadowed ?? new Set()).add(earlier);
    this.#calls.set(id, call);
  }

  end(id: RequestId, call: Cancellable): void {
    if (this.#calls?.get(id) === call) this.#calls.take(id);
    else this.#shadowed?.delete(call);
    this.lastSeen = this.#now();
  }

  /** Ignores unknown and finished requests, as the specification requires. */
  cancel(id: RequestId, reason: string): void {
    this.#calls?.get(id)?.cancel(reason);
  }

  /** Whether a request with this id is in flight. */
  calls(id: RequestId): boolean {
    return this.#calls?.get(id) !== undefined;
  }

  /** Sends a request to the client with `send`, and waits for the response. */
  ask(
    method: string,
    params: object,
    send: (message: string) => Delivery,
    signal: AbortSignal,
  ): Promise<JsonValue> {
    if (this.#closed) return Promise.reject(sessionEnded());
    const id = `ask-${++this.#nextAsk}`;
    this.#asks ??= new Map();
    const asks = this.#asks;
    return new Promise<JsonValue>((resolve, reject) => {
      const onAbort = () =>
        reject(
          new WorldError(
            'Timeout',
            `The client was asked for ${method} and did not answer.`,
            'Call again and answer the question in time.',
          ),
        );
      asks.set(id, { resolve, reject });
      signal.addEventListener('abort', onAbort, { once: true });
      const sent = send(encodeRequest(id, method, params));
      if (sent !== true) reject(notSent(method, sent));
    }).finally(() => asks.delete(id));
  }

  /** Handles the client's response to a request. Ignores unknown ids. */
  answer({ id, result, error }: Response): void {
    const ask = this.#asks?.get(id);
    if (ask === undefined) return;
    if (error === undefined) ask.resolve(result as JsonValue);
    else
      ask.reject(
        new WorldError(
          'Unsupported',
          `The client refused: ${legible(String(error.message ?? 'no reason given'))}`,
          'Call again with a client that supports this question, or use a tool that asks none.',
        ),
      );
  }

  /** Rejects all requests to the client: no response can arrive. */
  hangUp(): void {
    for (const ask of this.#asks?.values() ?? []) ask.reject(sessionEnded());
  }

  /** Number of watched resources. */
  get watched(): number {
    return this.#subscriptions?.size ?? 0;
  }

  watches(uri: string): boolean {
    return this.#subscriptions?.has(uri) === true;
  }

  subscribe(uri: string): void {
    this.#subscriptions ??= new Set();
    this.#subscriptions.add(uri);
  }

  /** False if the resource was not watched. */
  unsubscribe(uri: string): boolean {
    return this.#subscriptions?.delete(uri) === true;
  }

  get subscriptions(): Iterable<string> {
    return this.#subscriptions ?? [];
  }

  /**
   * Sends a notification or request outside of a reply. Only the newest reader gets it: the connection of an older one may be
   * lost unnoticed. Without a reader it goes to the mailbox.
   */
  post(message: string): void {
    if (this.#closed) return;
    const reader = this.#readers?.at(-1);
    if (reader !== undefined) return reader(message);
    this.#mailbox ??= new Mailbox(this.#limits, this.#memory, this.principal);
    this.#mailbox.put(message);
  }

  /** Adds a reader, which gets the mailbox and all messages until a newer reader. Returns the function that removes it. */
  read(reader: (message: string) => void): () => void {
    this.#readers ??= [];
    const readers = this.#readers;
    readers.push(reader);
    const missed = this.#missed;
    this.#missed = undefined;
    for (const message of missed?.() ?? []) reader(message);
    if (readers.length === 1 && this.#mailbox !== undefined) {
      for (const message of this.#mailbox.empty()) reader(message);
    }
    return () => {
      const index = readers.indexOf(reader);
      if (index >= 0) readers.splice(index, 1);
      this.lastSeen = this.#now();
    };
  }

  onClose(listener: () => void): () => void {
    this.#onClose ??= new Set();
    const listeners = this.#onClose;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  close(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const call of this.#calls?.values() ?? []) call.cancel(reason);
    for (const call of this.#shadowed ?? []) call.cancel(reason);
    this.hangUp();
    this.#mailbox?.empty();
    for (const listener of this.#onClose ?? []) listener();
  }
}

function notSent(method: string, sent: false | 'busy'): WorldError {
  return sent === 'busy'
    ? new WorldError(
        'RateLimited',
        `The client cannot be asked for ${method}: too many of its event streams are open.`,
        'Close one, or wait until one ends, and send the request again.',
      )
    : new WorldError(
        'Unsupported',
        `The client cannot be asked for ${method}: its request accepts no event stream.`,
        'Send the request with "Accept: application/json, text/event-stream".',
      );
}

function sessionEnded(): WireError {
  return WireError.of('InvalidRequest', 'The session has ended. Send initialize to open a new one.');
}

/** A request of a session with another credential than the one that opened it. */
class SessionCaller implements Caller {
  constructor(
    readonly session: Session,
    readonly who: Principal,
  ) {}

  get revision(): Revision {
    return this.session.revision;
  }

  get capabilities(): ClientCapabilities {
    return this.session.capabilities;
  }

  get client(): ClientInfo {
    return this.session.client;
  }

  get logLevel(): LogLevel {
    return this.session.logLevel;
  }

  cancel(id: RequestId, reason: string): void {
    this.session.cancel(id, reason);
  }
}
