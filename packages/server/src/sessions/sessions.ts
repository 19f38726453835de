import {
  type ClientCapabilities,
  type Dialect,
  type JsonObject,
  keepClientInfo,
  negotiateSession,
  readCapabilities,
  readClientInfo,
  WireError,
} from '@worldwire/protocol';
import { ByPrincipal } from '../limits/by-principal.js';
import { heapBytes } from '../limits/heap-bytes.js';
import { memoryExceeded } from '../limits/memory-exceeded.js';
import type { FullEnvironment } from '../policy/environment.js';
import type { Principal } from '../policy/principal.js';
import { Session } from './session.js';

const ID_BYTES = 24;
/** A session idle for this long may be ended for a new one when all are in use. */
const EVICTABLE_MS = 60_000;
/** Overhead of a session beside its client's info and capabilities. */
const SESSION_BYTES = 4 * 1024;
const REMEDY = 'End a session with DELETE, or read its stream.';

type SessionsEnvironment = Pick<FullEnvironment, 'now' | 'randomBytes' | 'limits' | 'memory'>;

/** The sessions of one world. Only the principal that opened a session finds it; their number is limited; idle ones expire. */
export class Sessions {
  readonly #byId = new Map<string, Session>();
  readonly #byPrincipal = new ByPrincipal<Session>();
  readonly #environment: SessionsEnvironment;
  readonly #onEnd: (session: Session) => void;

  constructor(environment: SessionsEnvironment, onEnd: (session: Session) => void = () => {}) {
    this.#environment = environment;
    this.#onEnd = onEnd;
    environment.memory.sessions.addReclaimer(principal => this.evict(principal));
  }

  get size(): number {
    return this.#byId.size;
  }

  [Symbol.iterator](): IterableIterator<Session> {
    return this.#byId.values();
  }

  /** Opens a session from the parameters of `initialize`. */
  open(params: JsonObject, who: Principal, dialect?: Dialect): Session {
    if (typeof params.protocolVersion !== 'string') {
      throw WireError.of(
        'InvalidParams',
        'initialize needs params.protocolVersion, a date such as "2025-11-25".',
      );
    }
    const { limits, memory, now, randomBytes } = this.#environment;
    const principal = who.name;
    const capabilities = keptCapabilities(params, limits.capabilitiesBytes);
    const client = keepClientInfo(readClientInfo(params.clientInfo));
    const bytes = SESSION_BYTES + heapBytes(capabilities) + heapBytes(client);
    this.#makeRoom(principal);
    this.#takeBytes(principal, bytes);
    const session = new Session({
      id: Buffer.from(randomBytes(ID_BYTES)).toString('base64url'),
      who,
      revision: negotiateSession(params.protocolVersion),
      capabilities,
      client,
      names: dialect?.notifications?.(capabilities),
      bytes,
      memory: memory.sessions,
      limits,
      now,
    });
    this.#byId.set(session.id, session);
    this.#byPrincipal.add(session);
    return session;
  }

  /** Finds a session of the principal. Sessions of others are not found. */
  find(id: string, principal: string): Session | undefined {
    const session = this.#byId.get(id);
    if (session === undefined || session.principal !== principal) return undefined;
    session.lastSeen = this.#environment.now();
    return session;
  }

  end(session: Session, reason: string): void {
    if (!this.#byId.delete(session.id)) return;
    this.#byPrincipal.delete(session);
    session.close(reason);
    this.#environment.memory.sessions.release(session.principal, session.bytes);
    this.#onEnd(session);
  }

  /** Ends the least recently used session of a principal that `may` be ended. False where there is none. */
  evict(principal: string, may: (session: Session) => boolean = () => true): boolean {
    const session = leastRecentlyUsed([...this.#byPrincipal.of(principal)].filter(may));
    if (session === undefined) return false;
    this.end(session, 'The session was ended to make room for another client.');
    return true;
  }

  /** Session expiry: ends sessions idle for `sessionIdleMs`. */
  sweep(): void {
    const oldest = this.#environment.now() - this.#environment.limits.sessionIdleMs;
    for (const session of this.#byId.values()) {
      if (!session.busy && session.lastSeen <= oldest) this.end(session, 'The session was idle too long.');
    }
  }

  endAll(reason: string): void {
    for (const session of [...this.#byId.values()]) this.end(session, reason);
  }

  /**
   * When all sessions are in use, ends one of the principal with most sessions: in any case for a principal with fewer, else
   * only an idle one.
   */
  #makeRoom(principal: string): void {
    if (this.#byId.size < this.#environment.limits.sessions) return;
    this.sweep();
    if (this.#byId.size < this.#environment.limits.sessions) return;
    const above = this.#byPrincipal.above(principal);
    const session = above === undefined ? this.#idle(this.#byPrincipal.largest) : leastRecentlyUsed(above);
    if (session === undefined) {
      throw WireError.of(
        'InternalError',
        'All sessions are in use. Try again later, or end one with DELETE.',
        {
          kind: 'Busy',
        },
      );
    }
    this.end(session, 'The session was ended to make room for a new one.');
  }

  /**
   * Counts the bytes of a new session. Where they exceed a limit, ends sessions of a principal that holds more, else idle
   * sessions of the same principal.
   */
  #takeBytes(principal: string, bytes: number): void {
    const { sessions } = this.#environment.memory;
    while (!sessions.takeFairly(principal, bytes)) {
      const session = this.#idle(this.#byPrincipal.of(principal));
      if (session === undefined) throw memoryExceeded('sessions', sessions, principal, bytes, REMEDY);
      this.end(session, 'The session was ended to make room for a new one.');
    }
  }

  #idle(sessions: Iterable<Session>): Session | undefined {
    const session = leastRecentlyUsed(sessions);
    if (session === undefined || session.busy) return undefined;
    return session.lastSeen > this.#environment.now() - EVICTABLE_MS ? undefined : session;
  }
}

/** A copy, because a part of the message keeps the whole message in memory. */
function keptCapabilities(params: JsonObject, maxBytes: number): ClientCapabilities {
  const capabilities = readCapabilities(params.capabilities);
  if (capabilities === undefined)
    throw WireError.of('InvalidParams', 'initialize needs params.capabilities, an object.');
  const text = JSON.stringify(capabilities);
  if (text.length <= maxBytes) return JSON.parse(text);
  throw WireError.of(
    'InvalidParams',
    `params.capabilities has ${text.length} characters. The maximum is ${maxBytes}: declare fewer.`,
  );
}

/** The least recently used session, preferably an idle one. */
function leastRecentlyUsed(sessions: Iterable<Session>): Session | undefined {
  let first: Session | undefined;
  for (const session of sessions) {
    const sooner =
      first === undefined ||
      (session.busy === first.busy ? session.lastSeen < first.lastSeen : !session.busy);
    if (sooner) first = session;
  }
  return first;
}
