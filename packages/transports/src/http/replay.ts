import { encodeSse } from '@worldwire/protocol';
import type { Limits, Session } from '@worldwire/server';
import type { SseStream } from './sse-stream.js';

const RETRY_MS = 1_000;
/** Finished streams a session keeps for a client that missed the end of one. */
const MOST_FINISHED = 8;

type ReplayLimits = Pick<Limits, 'replayEvents' | 'replayBytes'>;

/** One stream of a session as its client may come back to it: numbered events, the newest kept. */
export class ReplayStream {
  /** Carries the session's own messages rather than the answer to a request. */
  standalone = false;
  #writer: SseStream | undefined;
  #sequence = 0;
  #bytes = 0;
  #finished = false;
  readonly #events: { readonly sequence: number; readonly message: string }[] = [];

  constructor(
    readonly key: string,
    readonly limits: ReplayLimits,
  ) {}

  get finished(): boolean {
    return this.#finished;
  }

  get writer(): SseStream | undefined {
    return this.#writer;
  }

  /** Writes to `writer` from now on. A writer left behind by a broken connection is let go. */
  attach(writer: SseStream, primed: boolean): void {
    this.#takeOver(writer);
    if (primed) writer.write(encodeSse({ id: this.#id(this.#sequence), retry: RETRY_MS, data: '' }));
  }

  /** Sends again what followed an event. False when that is no longer known, or never was. */
  resume(writer: SseStream, after: number): boolean {
    const first = this.#events[0]?.sequence ?? this.#sequence + 1;
    if (after > this.#sequence || after < first - 1) return false;
    this.#takeOver(writer);
    for (const { sequence, message } of this.#events) if (sequence > after) this.#write(sequence, message);
    if (this.#finished) writer.end();
    return true;
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
    this.detach();
  }

  #takeOver(writer: SseStream): void {
    if (this.#writer?.open) this.#writer.end();
    this.#writer = writer;
  }

  #write(sequence: number, message: string): void {
    this.#writer?.write(encodeSse({ id: this.#id(sequence), data: message }));
  }

  #id(sequence: number): string {
    return `${this.key}-${sequence}`;
  }
}

/** The streams of one session. An event id of another session means nothing here. */
export class ReplayBook {
  static readonly #books = new WeakMap<Session, ReplayBook>();
  readonly #streams = new Map<string, ReplayStream>();
  #next = 0;

  constructor(readonly limits: ReplayLimits) {}

  /** Made when a session first streams: one that never does costs nothing. */
  static of(session: Session, limits: ReplayLimits): ReplayBook {
    let book = ReplayBook.#books.get(session);
    if (book === undefined) {
      book = new ReplayBook(limits);
      ReplayBook.#books.set(session, book);
    }
    return book;
  }

  get live(): number {
    return [...this.#streams.values()].filter(stream => !stream.finished).length;
  }

  create(): ReplayStream {
    const finished = [...this.#streams.values()].filter(stream => stream.finished);
    for (const stream of finished.slice(0, Math.max(0, finished.length - MOST_FINISHED + 1))) {
      this.#streams.delete(stream.key);
    }
    const stream = new ReplayStream(`s${++this.#next}`, this.limits);
    this.#streams.set(stream.key, stream);
    return stream;
  }

  forget(stream: ReplayStream): void {
    this.#streams.delete(stream.key);
  }

  find(eventId: string): { readonly stream: ReplayStream; readonly after: number } | undefined {
    const match = /^(s\d{1,9})-(\d{1,12})$/.exec(eventId);
    const stream = match === null ? undefined : this.#streams.get(match[1] as string);
    return stream && { stream, after: Number(match?.[2]) };
  }
}
