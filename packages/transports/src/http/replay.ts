import { encodeSse } from '@worldwire/protocol';
import type { Limits, Session } from '@worldwire/server';
import type { SseStream } from './sse-stream.js';

const RETRY_MS = 1_000;
/** Streams without a reader that a session keeps for a client that missed the end of one. */
const MOST_DORMANT = 8;

type ReplayLimits = Pick<Limits, 'replayEvents' | 'replayBytes'>;

/** One stream of a session as its client may come back to it: numbered events, the newest kept. */
export class ReplayStream {
  /** Carries the session's own messages rather than the answer to a request. */
  standalone = false;
  #writer: SseStream | undefined;
  #sequence = 0;
  #bytes = 0;
  #finished = false;
  /** It ended before its reader, who has all of it unless the last bytes were lost. */
  #read = false;
  readonly #events: { readonly sequence: number; readonly message: string }[] = [];

  constructor(
    readonly key: string,
    readonly limits: ReplayLimits,
  ) {}

  /** What it keeps for a client that comes back. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether a client reads it now. */
  get live(): boolean {
    return this.#writer?.open === true;
  }

  /** Nothing more can come of it but a late reader. */
  get dormant(): boolean {
    return this.#finished || (this.standalone && !this.live);
  }

  /** Whether its client has not seen the end. */
  get missed(): boolean {
    return this.#finished && !this.#read;
  }

  /** Whether what followed an event is still here: all of it, or of a call the last, which is its answer. */
  holds(after: number): boolean {
    const first = this.#events[0]?.sequence ?? this.#sequence + 1;
    return after <= this.#sequence && (!this.standalone || after >= first - 1);
  }

  /** Writes to `writer` from now on. A writer left behind by a broken connection is let go. */
  attach(writer: SseStream, primed: boolean): void {
    this.#takeOver(writer);
    if (primed) writer.write(encodeSse({ id: this.#id(this.#sequence), retry: RETRY_MS, data: '' }));
  }

  /** Sends again what followed an event that `holds`, and goes on from there. */
  resume(writer: SseStream, after: number): void {
    this.#takeOver(writer);
    const missed = this.#events.filter(({ sequence }) => sequence > after);
    writer.replay(missed.map(({ sequence, message }) => this.#frame(sequence, message)).join(''));
    if (!this.#finished) return;
    this.#read = true;
    writer.end();
  }

  push(message: string): void {
    this.#sequence++;
    this.#events.push({ sequence: this.#sequence, message });
    this.#bytes += message.length;
    while (
      this.#events.length > this.limits.replayEvents ||
      (this.#bytes > this.limits.replayBytes && this.#events.length > 1)
    ) {
      this.#bytes -= (this.#events.shift() as { message: string }).message.length;
    }
    this.#write(this.#sequence, message);
  }

  /** Ends the connection but not the stream: what follows waits for the client to come back. */
  detach(): void {
    this.#writer?.end();
    this.#writer = undefined;
  }

  finish(): void {
    this.#finished = true;
    this.#read = this.live;
    this.detach();
  }

  #takeOver(writer: SseStream): void {
    if (this.#writer?.open) this.#writer.end();
    this.#writer = writer;
  }

  #write(sequence: number, message: string): void {
    this.#writer?.write(this.#frame(sequence, message));
  }

  #frame(sequence: number, message: string): string {
    return encodeSse({ id: this.#id(sequence), data: message });
  }

  #id(sequence: number): string {
    return `${this.key}-${sequence}`;
  }
}

/** The streams of one session. An event id of another session means nothing here. */
export class ReplayBook {
  static readonly #books = new WeakMap<Session, ReplayBook>();
  readonly #streams = new Map<string, ReplayStream>();

  constructor(
    readonly limits: ReplayLimits,
    readonly mintId: () => string,
  ) {}

  /** Made when a session first streams: one that never does costs nothing. */
  static of(session: Session, limits: ReplayLimits, mintId: () => string): ReplayBook {
    let book = ReplayBook.#books.get(session);
    if (book === undefined) {
      book = new ReplayBook(limits, mintId);
      ReplayBook.#books.set(session, book);
    }
    return book;
  }

  get live(): number {
    return [...this.#streams.values()].filter(stream => stream.live).length;
  }

  create(): ReplayStream {
    const dormant = this.#dormant;
    let kept = dormant.length;
    let bytes = dormant.reduce((sum, stream) => sum + stream.bytes, 0);
    for (const stream of dormant) {
      if (kept < MOST_DORMANT && bytes <= this.limits.replayBytes) break;
      this.#streams.delete(stream.key);
      kept--;
      bytes -= stream.bytes;
    }
    const stream = new ReplayStream(this.mintId(), this.limits);
    this.#streams.set(stream.key, stream);
    return stream;
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

  /** The stream an event belongs to, where what followed it can still be sent. */
  find(eventId: string): { readonly stream: ReplayStream; readonly after: number } | undefined {
    const match = /^([\w-]{1,64})-(\d{1,12})$/.exec(eventId);
    const stream = match === null ? undefined : this.#streams.get(match[1] as string);
    const after = Number(match?.[2]);
    return stream?.holds(after) ? { stream, after } : undefined;
  }
}
