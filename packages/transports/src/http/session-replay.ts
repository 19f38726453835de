import type { RequestId } from '@worldwire/protocol';
import type { Allowance, Memory, Session } from '@worldwire/server/internal';
import { type ReplayBudget, type ReplayLimits, ReplayStream } from './replay-stream.js';

/** Streams without a reader that a session keeps for a resume. */
const MAX_DORMANT = 8;

/** A stream, the request that it answers, and the number of the event. */
const EVENT_ID = /^([\w-]{1,64}(?:\.[\w-]{1,128})?)-(\d{1,12})$/;
/** A longer request id is not part of event ids. */
const MAX_REQUEST_BYTES = 96;

/** The resumable streams of one session. Event ids of other sessions are unknown here. */
export class SessionReplay implements ReplayBudget {
  static readonly #bySession = new WeakMap<Session, SessionReplay>();
  readonly #streams = new Map<string, ReplayStream>();
  readonly #memory: ReplayMemory;
  #bytes = 0;

  constructor(
    readonly limits: ReplayLimits,
    readonly mintId: () => string,
    memory: Pick<Memory, 'replay'>,
    readonly principal: string,
  ) {
    this.#memory = ReplayMemory.of(memory);
    this.#memory.add(this);
  }

  /** The instance of a session, made when it first streams. */
  static of(
    session: Session,
    limits: ReplayLimits,
    mintId: () => string,
    memory: Pick<Memory, 'replay'>,
  ): SessionReplay {
    let replay = SessionReplay.#bySession.get(session);
    if (replay === undefined) {
      replay = new SessionReplay(limits, mintId, memory, session.principal);
      SessionReplay.#bySession.set(session, replay);
      if (session.closed) replay.close();
      else session.onClose(replay.close.bind(replay));
    }
    return replay;
  }

  get live(): number {
    return [...this.#streams.values()].filter(stream => stream.live).length;
  }

  /** The bytes kept by all streams of the session. */
  get bytes(): number {
    return this.#bytes;
  }

  create(requestId?: RequestId): ReplayStream {
    const dormant = this.#dormant;
    for (const stream of dormant.slice(0, Math.max(0, dormant.length - MAX_DORMANT + 1))) {
      stream.forget();
      this.#streams.delete(stream.key);
    }
    const key = this.mintId() + requestPart(requestId);
    const stream = new ReplayStream(key, this.limits, this, requestId);
    this.#streams.set(stream.key, stream);
    return stream;
  }

  reserve(stream: ReplayStream, bytes: number): boolean {
    if (this.#memory.closed(this) || bytes > this.limits.replayBytes) return false;
    while (this.#bytes + bytes > this.limits.replayBytes) {
      if (!this.forgetDormant(stream) && !stream.forgetOldest() && !this.#forgetElsewhere()) return false;
    }
    if (!this.#memory.take(this, bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#bytes -= bytes;
    this.#memory.release(this, bytes);
  }

  /** Drops the events of the least valuable stream without a reader. False if there are none. */
  forgetDormant(but?: ReplayStream): boolean {
    const least = this.#dormant.find(stream => stream !== but && stream.bytes > 0);
    least?.forget();
    return least !== undefined;
  }

  /** The stream of an event, if it can be resumed. */
  find(eventId: string): { readonly stream: ReplayStream; readonly after: number } | undefined {
    const match = EVENT_ID.exec(eventId);
    const stream = match === null ? undefined : this.#streams.get(match[1] as string);
    const after = Number(match?.[2]);
    return stream?.holds(after) ? { stream, after } : undefined;
  }

  /** Drops everything when the session ends. */
  close(): void {
    for (const stream of this.#streams.values()) stream.forget();
    this.#streams.clear();
    this.#memory.delete(this);
  }

  #forgetElsewhere(): boolean {
    return [...this.#streams.values()].some(stream => stream.forgetOldest());
  }

  /**
   * The streams without a reader, the least valuable first: those read to the end, those that were not, and last the
   * session's own stream, which carries all further messages.
   */
  get #dormant(): ReplayStream[] {
    const own = [...this.#streams.values()].findLast(({ standalone }) => standalone);
    const worth = (stream: ReplayStream) => (stream === own ? 2 : Number(stream.missed));
    return [...this.#streams.values()]
      .filter(({ dormant }) => dormant)
      .sort((one, other) => worth(one) - worth(other));
  }
}

/** The request that a stream with this event answers, also where the stream is not known any more. */
export function requestOf(eventId: string): RequestId | undefined {
  const part = EVENT_ID.exec(eventId)?.[1]?.split('.')[1];
  if (part === undefined) return undefined;
  try {
    const id: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : undefined;
  } catch {
    return undefined;
  }
}

function requestPart(id: RequestId | undefined): string {
  const bytes = id === undefined ? undefined : Buffer.from(JSON.stringify(id));
  return bytes === undefined || bytes.length > MAX_REQUEST_BYTES ? '' : `.${bytes.toString('base64url')}`;
}

/** The bytes kept by all sessions that share a memory, the oldest session first. */
class ReplayMemory {
  static readonly #known = new WeakMap<Allowance, ReplayMemory>();
  readonly #allowance: Allowance;
  readonly #sessions = new Set<SessionReplay>();

  private constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  static of({ replay }: Pick<Memory, 'replay'>): ReplayMemory {
    const known = ReplayMemory.#known.get(replay) ?? new ReplayMemory(replay);
    ReplayMemory.#known.set(replay, known);
    return known;
  }

  add(session: SessionReplay): void {
    this.#sessions.add(session);
  }

  delete(session: SessionReplay): void {
    this.#sessions.delete(session);
  }

  closed(session: SessionReplay): boolean {
    return !this.#sessions.has(session);
  }

  /** Counts bytes. Makes room by dropping events without a reader: of this principal, or of the one that holds the most. */
  take(session: SessionReplay, bytes: number): boolean {
    for (;;) {
      const exceeded = this.#allowance.exceeded(session.principal, bytes);
      if (exceeded === undefined) return this.#allowance.take(session.principal, bytes);
      const principal = exceeded === 'perPrincipal' ? session.principal : this.#allowance.largest;
      if (!this.#forgetOne(principal)) return false;
    }
  }

  release(session: SessionReplay, bytes: number): void {
    this.#allowance.release(session.principal, bytes);
  }

  #forgetOne(principal: string | undefined): boolean {
    for (const session of this.#sessions)
      if (session.principal === principal && session.forgetDormant()) return true;
    return false;
  }
}
