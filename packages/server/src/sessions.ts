import {
  type Dialect,
  type JsonObject,
  negotiateSession,
  readCapabilities,
  readClientInfo,
  WireError,
} from '@worldwire/protocol';
import type { Environment } from './environment.js';
import { Session } from './session.js';
import { Shares } from './shares.js';

const ID_BYTES = 24;
/** A session this quiet may make room for whoever comes when all places are taken. */
const EVICTABLE_MS = 60_000;

/** All sessions of one world: minted here, found only by their owner, capped, and gone when idle. */
export class Sessions {
  readonly #byId = new Map<string, Session>();
  readonly #shares = new Shares<Session>();
  readonly #environment: Pick<Environment, 'now' | 'randomBytes' | 'limits'>;
  readonly #onEnd: (session: Session) => void;

  constructor(
    environment: Pick<Environment, 'now' | 'randomBytes' | 'limits'>,
    onEnd: (session: Session) => void = () => {},
  ) {
    this.#environment = environment;
    this.#onEnd = onEnd;
  }

  get size(): number {
    return this.#byId.size;
  }

  [Symbol.iterator](): IterableIterator<Session> {
    return this.#byId.values();
  }

  /** Opens a session from the parameters of `initialize`. */
  open(params: JsonObject, principal: string, dialect?: Dialect): Session {
    const capabilities = readCapabilities(params.capabilities);
    if (typeof params.protocolVersion !== 'string') {
      throw WireError.of(
        'InvalidParams',
        'initialize needs params.protocolVersion, a date such as "2025-11-25".',
      );
    }
    if (capabilities === undefined)
      throw WireError.of('InvalidParams', 'initialize needs params.capabilities, an object.');
    const { limits } = this.#environment;
    if (JSON.stringify(capabilities).length > limits.capabilitiesBytes) {
      throw WireError.of(
        'InvalidParams',
        `params.capabilities is longer than ${limits.capabilitiesBytes} bytes.`,
      );
    }
    this.#makeRoom(principal);
    const session = new Session({
      id: Buffer.from(this.#environment.randomBytes(ID_BYTES)).toString('base64url'),
      principal,
      revision: negotiateSession(params.protocolVersion),
      capabilities,
      client: readClientInfo(params.clientInfo),
      names: dialect?.notifications?.(capabilities),
      mailbox: this.#environment.limits.mailbox,
      now: this.#environment.now,
    });
    this.#byId.set(session.id, session);
    this.#shares.add(session);
    return session;
  }

  /** Finds a session for the one who opened it. To everybody else it does not exist. */
  find(id: string, principal: string): Session | undefined {
    const session = this.#byId.get(id);
    if (session === undefined || session.principal !== principal) return undefined;
    session.lastSeen = this.#environment.now();
    return session;
  }

  end(session: Session, reason: string): void {
    if (!this.#byId.delete(session.id)) return;
    this.#shares.delete(session);
    session.close(reason);
    this.#onEnd(session);
  }

  /** Ends what has been idle too long. */
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
   * When all places are taken, a session of whoever has most makes room, and nobody else's: for a newcomer with fewer,
   * whatever it does; else where it has been quiet.
   */
  #makeRoom(principal: string): void {
    if (this.#byId.size < this.#environment.limits.sessions) return;
    this.sweep();
    if (this.#byId.size < this.#environment.limits.sessions) return;
    const above = this.#shares.above(principal);
    const quietest = above === undefined ? this.#longQuiet() : firstToGo(above);
    if (quietest === undefined) {
      throw WireError.of(
        'InternalError',
        'All sessions are taken. Try again later, or end one with DELETE.',
        {
          kind: 'Busy',
        },
      );
    }
    this.end(quietest, 'The session made room for a new one.');
  }

  #longQuiet(): Session | undefined {
    const quietest = firstToGo(this.#shares.largest);
    if (quietest === undefined || quietest.busy) return undefined;
    return quietest.lastSeen > this.#environment.now() - EVICTABLE_MS ? undefined : quietest;
  }
}

/** The one not seen for longest; those that are busy come last. */
function firstToGo(sessions: Iterable<Session>): Session | undefined {
  let first: Session | undefined;
  for (const session of sessions) {
    const sooner =
      first === undefined ||
      (session.busy === first.busy ? session.lastSeen < first.lastSeen : !session.busy);
    if (sooner) first = session;
  }
  return first;
}
