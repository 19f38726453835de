import {
  type ClientCapabilities,
  type Dialect,
  findRevision,
  type JsonObject,
  keepClientInfo,
  negotiateSession,
  type Revision,
  readCapabilities,
  readClientInfo,
  WireError,
} from '@worldwire/protocol';
import { ByPrincipal } from '../limits/by-principal.js';
import { heapBytes } from '../limits/heap-bytes.js';
import { memoryExceeded } from '../limits/memory-exceeded.js';
import type { FullEnvironment } from '../policy/environment.js';
import type { Principal } from '../policy/principal.js';
import type { KeptSessions, SessionRecord, SessionState } from './kept-sessions.js';
import { Session, type SessionKeeper } from './session.js';

const ID_BYTES = 24;
/** A session idle for this long may be ended for a new one when all are in use. */
const EVICTABLE_MS = 60_000;
/** Of a session whose id is a sealed record, whatever uses it. */
const MAX_AGE_MS = 30 * 24 * 3_600_000;
/** The use of a session is stored as often as this within its idle time: it may be that much older than it was. */
const STORED_PER_IDLE = 15;
/** Overhead of a session beside its client's info and capabilities. The id has up to 2 KiB of it. */
const SESSION_BYTES = 4 * 1024;
const REMEDY = 'End a session with DELETE, or read its stream.';

type SessionsEnvironment = Pick<
  FullEnvironment,
  'now' | 'date' | 'randomBytes' | 'limits' | 'memory' | 'log' | 'keptSessions'
>;

export interface OpenOptions {
  readonly dialect?: Dialect | undefined;
  /** Whether the client can continue it in another process: not where the session ends with a connection. */
  readonly lasting?: boolean;
}

/** What happens beside the sessions. */
export interface SessionEvents {
  onEnd?(session: Session): void;
  /** A session of an earlier process was opened again. What it throws ends the session. */
  onRevived?(session: Session, state: SessionState): void;
}

type Opening = Pick<SessionRecord, 'capabilities' | 'client'> & {
  readonly revision: Revision;
  readonly dialect: Dialect | undefined;
};

/**
 * The sessions of one world. Only the principal that opened a session finds it; their number is limited; idle ones expire. Where
 * sessions are kept, `revive` opens one of an earlier process again, within the same limits.
 */
export class Sessions {
  readonly #byId = new Map<string, Session>();
  readonly #byPrincipal = new ByPrincipal<Session>();
  readonly #environment: SessionsEnvironment;
  readonly #events: SessionEvents;

  constructor(environment: SessionsEnvironment, events: SessionEvents = {}) {
    this.#environment = environment;
    this.#events = events;
    environment.memory.sessions.addReclaimer(principal => this.evict(principal));
  }

  get size(): number {
    return this.#byId.size;
  }

  [Symbol.iterator](): IterableIterator<Session> {
    return this.#byId.values();
  }

  /** Opens a session from the parameters of `initialize`. */
  open(params: JsonObject, who: Principal, { dialect, lasting = false }: OpenOptions = {}): Session {
    if (typeof params.protocolVersion !== 'string') {
      throw WireError.of(
        'InvalidParams',
        'initialize needs params.protocolVersion, a date such as "2025-11-25".',
      );
    }
    const { date, limits, now } = this.#environment;
    const opening = {
      revision: negotiateSession(params.protocolVersion),
      capabilities: keptCapabilities(params, limits.capabilitiesBytes),
      client: keepClientInfo(readClientInfo(params.clientInfo)),
      dialect,
    };
    const bytes = this.#reserve(opening, who);
    const record = recordOf(opening, who, date());
    const sealed = lasting && who.lasts ? this.#sealed(record, who) : undefined;
    const keeper = sealed === undefined ? undefined : this.#keeperOf(sealed, record.issuedAt, now());
    return this.#add(sealed ?? this.#randomId(), opening, who, { bytes, keeper, opened: now() });
  }

  /** Finds a session of the principal. Sessions of others are not found. */
  find(id: string, principal: string): Session | undefined {
    const session = this.#byId.get(id);
    if (session === undefined || session.principal !== principal) return undefined;
    session.lastSeen = this.#environment.now();
    return session;
  }

  /**
   * Opens a session of an earlier process again. Undefined where the id is not that of a session of the principal, or the session has
   * ended or was idle too long. Throws where no session can be opened now.
   */
  revive(id: string, who: Principal, dialect?: Dialect): Session | undefined {
    const { date, keptSessions, limits, now } = this.#environment;
    if (this.#byId.has(id) || !who.lasts) return undefined;
    const kept = keptSessions?.open(id, who);
    if (kept === undefined) return undefined;
    const { record, state } = kept;
    const at = date();
    if (record.expiresAt <= at) return undefined;
    const revision = findRevision(record.revision);
    if (revision?.era !== 'session') return undefined;
    // One that has ended as idle must not come back, whatever the difference between the two clocks.
    const idleMs = limits.sessionIdleMs - this.#storedEveryMs;
    if (state.usedAt + idleMs <= at) return undefined;
    const opening = { ...record, revision, dialect };
    const bytes = this.#reserve(opening, who);
    const opened = now() - (at - record.issuedAt);
    const keeper = this.#keeperOf(id, record.issuedAt, now() - (at - state.usedAt));
    const session = this.#add(id, opening, who, { bytes, keeper, opened });
    try {
      this.#events.onRevived?.(session, state);
    } catch (thrown) {
      this.#environment.log.warn({ err: thrown }, 'a session of an earlier process could not be continued');
      this.end(session, 'The session could not be continued.');
      return undefined;
    }
    return session;
  }

  /** False if the end is not stored: the session may come back in another process. */
  end(session: Session, reason: string): boolean {
    if (!this.#byId.has(session.id)) return true;
    const stored = this.storeEnd(session);
    this.#close(session, reason);
    return stored;
  }

  /** Stores that a session ends, for an answer that is sent before it does. False if that fails. */
  storeEnd({ id, keeper }: Session): boolean {
    if (keeper === undefined) return true;
    try {
      this.#environment.keptSessions?.end(id);
      return true;
    } catch (thrown) {
      this.#environment.log.error({ err: thrown }, 'the end of a session cannot be stored');
      return false;
    }
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
    const { date, keptSessions, limits, now } = this.#environment;
    const oldest = now() - limits.sessionIdleMs;
    const endsElsewhere = keptSessions?.endsElsewhere() === true;
    for (const session of this.#byId.values()) {
      const { keeper } = session;
      // The end is not stored: another process may have used it since.
      if (!session.busy && session.lastSeen <= oldest) this.#close(session, 'The session was idle too long.');
      else if (keeper === undefined) continue;
      else if (keeper.endsAt <= date()) this.#close(session, 'The session has expired.');
      else if (endsElsewhere && keptSessions?.hasEnded(session.id))
        this.#close(session, 'The session has ended.');
      else if (lastUse(session, now()) - keeper.storedUse >= this.#storedEveryMs)
        this.#storeUse(session, keeper);
    }
    keptSessions?.sweep();
  }

  /** For a process that stops: kept sessions continue in the next one. */
  closeAll(reason: string): void {
    for (const session of [...this.#byId.values()]) {
      const { keeper } = session;
      if (keeper !== undefined) this.#storeUse(session, keeper);
      this.#close(session, reason);
    }
  }

  #close(session: Session, reason: string): void {
    if (!this.#byId.delete(session.id)) return;
    this.#byPrincipal.delete(session);
    session.close(reason);
    this.#environment.memory.sessions.release(session.principal, session.bytes);
    this.#events.onEnd?.(session);
  }

  #randomId(): string {
    return Buffer.from(this.#environment.randomBytes(ID_BYTES)).toString('base64url');
  }

  /** Undefined where sessions are not kept, or cannot be now: the session then ends with the process. */
  #sealed(record: SessionRecord, who: Principal): string | undefined {
    try {
      return this.#environment.keptSessions?.seal(record, who);
    } catch (thrown) {
      this.#environment.log.warn({ err: thrown }, 'sessions cannot be kept: they end with this process');
      return undefined;
    }
  }

  #keeperOf(id: string, issuedAt: number, storedUse: number): SessionKeeper {
    const kept = this.#environment.keptSessions as KeptSessions;
    return { endsAt: issuedAt + MAX_AGE_MS, storedUse, change: change => kept.change(id, change) };
  }

  get #storedEveryMs(): number {
    return this.#environment.limits.sessionIdleMs / STORED_PER_IDLE;
  }

  #storeUse(session: Session, keeper: SessionKeeper): void {
    const { date, keptSessions, log, now } = this.#environment;
    const used = lastUse(session, now());
    if (used <= keeper.storedUse) return;
    // Also after a failure: the next attempt is not sooner.
    keeper.storedUse = used;
    try {
      keptSessions?.use(session.id, date() - (now() - used));
    } catch (thrown) {
      log.warn({ err: thrown }, 'the use of a session cannot be stored: it may expire early after a restart');
    }
  }

  /** Counts a new session, and makes room for it. */
  #reserve({ capabilities, client }: Opening, who: Principal): number {
    const bytes = SESSION_BYTES + heapBytes(capabilities) + heapBytes(client);
    this.#makeRoom(who.name);
    this.#takeBytes(who.name, bytes);
    return bytes;
  }

  #add(
    id: string,
    { revision, capabilities, client, dialect }: Opening,
    who: Principal,
    rest: Pick<Session, 'bytes' | 'keeper' | 'opened'>,
  ): Session {
    const { limits, memory, now } = this.#environment;
    const session = new Session({
      ...{ id, who, revision, capabilities, client, limits, now },
      names: dialect?.notifications?.(capabilities),
      memory: memory.sessions,
      ...rest,
    });
    this.#byId.set(id, session);
    this.#byPrincipal.add(session);
    return session;
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

function recordOf({ revision, capabilities, client }: Opening, who: Principal, at: number): SessionRecord {
  // What a credential opened ends with it.
  const expiresAt = Math.min(at + MAX_AGE_MS, who.expiresAt);
  return { revision: revision.id, capabilities, client, issuedAt: at, expiresAt };
}

/** A session with a stream or a call is in use. */
function lastUse({ busy, lastSeen }: Session, now: number): number {
  return busy ? now : lastSeen;
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
