import type { RequestId } from '@worldwire/protocol';
import type { Allowance, Memory, Session } from '@worldwire/server/internal';
import { type Keeper, type ReplayLimits, ReplayStream } from './replay-stream.js';

/** Streams without a reader that a session keeps for a client that missed the end of one. */
const MAX_DORMANT = 8;

/** The streams of one session. An event id of another session means nothing here. */
export class SessionReplay implements Keeper {
  static readonly #books = new WeakMap<Session, SessionReplay>();
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

  /** Made when a session first streams: one that never does costs nothing. */
  static of(
    session: Session,
    limits: ReplayLimits,
    mintId: () => string,
    memory: Pick<Memory, 'replay'>,
  ): SessionReplay {
    let book = SessionReplay.#books.get(session);
    if (book === undefined) {
      book = new SessionReplay(limits, mintId, memory, session.principal);
      SessionReplay.#books.set(session, book);
      if (session.closed) book.close();
      else session.onClose(book.close.bind(book));
    }
    return book;
  }

  get live(): number {
    return [...this.#streams.values()].filter(stream => stream.live).length;
  }

  /** What all streams of the session keep. */
  get bytes(): number {
    return this.#bytes;
  }

  create(requestId?: RequestId): ReplayStream {
    const dormant = this.#dormant;
    for (const stream of dormant.slice(0, Math.max(0, dormant.length - MAX_DORMANT + 1))) {
      stream.forget();
      this.#streams.delete(stream.key);
    }
    const stream = new ReplayStream(this.mintId(), this.limits, this, requestId);
    this.#streams.set(stream.key, stream);
    return stream;
  }

  keep(stream: ReplayStream, bytes: number): boolean {
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

  /** Lets go of what the stream keeps that is least worth of those without a reader. False where none keeps anything. */
  forgetDormant(but?: ReplayStream): boolean {
    const least = this.#dormant.find(stream => stream !== but && stream.bytes > 0);
    least?.forget();
    return least !== undefined;
  }

  /** The stream an event belongs to, where what followed it can still be sent. */
  find(eventId: string): { readonly stream: ReplayStream; readonly after: number } | undefined {
    const match = /^([\w-]{1,64})-(\d{1,12})$/.exec(eventId);
    const stream = match === null ? undefined : this.#streams.get(match[1] as string);
    const after = Number(match?.[2]);
    return stream?.holds(after) ? { stream, after } : undefined;
  }

  /** The session has ended: nothing is kept any more. */
  close(): void {
    for (const stream of this.#streams.values()) stream.forget();
    this.#streams.clear();
    this.#memory.delete(this);
  }

  #forgetElsewhere(): boolean {
    return [...this.#streams.values()].some(stream => stream.forgetOldest());
  }

  /**
   * What nobody reads now, the least worth first: what its client has seen to the end, what it has not, and the session's
   * own stream, without which it hears nothing more.
   */
  get #dormant(): ReplayStream[] {
    const own = [...this.#streams.values()].findLast(({ standalone }) => standalone);
    const worth = (stream: ReplayStream) => (stream === own ? 2 : Number(stream.missed));
    return [...this.#streams.values()]
      .filter(({ dormant }) => dormant)
      .sort((one, other) => worth(one) - worth(other));
  }
}

/** The books of all sessions that share a memory, the oldest first. */
class ReplayMemory {
  static readonly #known = new WeakMap<Allowance, ReplayMemory>();
  readonly #allowance: Allowance;
  readonly #books = new Set<SessionReplay>();

  private constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  static of({ replay }: Pick<Memory, 'replay'>): ReplayMemory {
    const known = ReplayMemory.#known.get(replay) ?? new ReplayMemory(replay);
    ReplayMemory.#known.set(replay, known);
    return known;
  }

  add(book: SessionReplay): void {
    this.#books.add(book);
  }

  delete(book: SessionReplay): void {
    this.#books.delete(book);
  }

  closed(book: SessionReplay): boolean {
    return !this.#books.has(book);
  }

  /** Counts bytes. Where they do not fit, streams without a reader give way: of the same principal, or of the largest. */
  take(book: SessionReplay, bytes: number): boolean {
    for (;;) {
      const exceeded = this.#allowance.exceeded(book.principal, bytes);
      if (exceeded === undefined) return this.#allowance.take(book.principal, bytes);
      const giver = exceeded === 'perPrincipal' ? book.principal : this.#allowance.largest;
      if (!this.#forgetOne(giver)) return false;
    }
  }

  release(book: SessionReplay, bytes: number): void {
    this.#allowance.release(book.principal, bytes);
  }

  #forgetOne(principal: string | undefined): boolean {
    for (const book of this.#books) if (book.principal === principal && book.forgetDormant()) return true;
    return false;
  }
}
