import { encodeSse } from '@worldwire/protocol';
import { type FeedReader, type Log, WebFeed } from '@worldwire/server';
import { Allowance } from '@worldwire/server/internal';
import { shownText } from '@worldwire/server/kit';

/** Messages that may wait for one reader. Above that the oldest are dropped. */
const MAX_WAITING = 256;
/** Bytes of waiting messages, over all readers and for the readers of one principal. */
const WAITING_BYTES = { total: 32 * 1024 * 1024, perPrincipal: 16 * 1024 * 1024 };

/** The snapshots that a stream begins with. */
export interface Snapshots {
  scenes(): Promise<object>;
  selection(): object;
}

/** Event streams: notifications for all readers, replies for the readers of their principal. */
export class ExplorerStreams {
  readonly #streams = new Set<ExplorerStream>();
  readonly #allowance = new Allowance(WAITING_BYTES);

  constructor(readonly log: Pick<Log, 'warn'>) {}

  publish(event: string, payload: unknown): void {
    if (this.#streams.size === 0) return;
    const message = notification(event, payload);
    for (const stream of this.#streams) stream.send(message);
  }

  /** Sends a reply to the streams of the principal that made the request. */
  mirror(reply: string, principal: string): void {
    for (const stream of this.#streams) if (stream.principal === principal) stream.send(reply);
  }

  /** One JSON message per line, for `stream_events`. Begins with snapshots. */
  lines(principal: string, snapshots: Snapshots): WebFeed {
    return this.#feed(principal, message => `${message}\n`, 'lines', snapshots);
  }

  /** The same messages as server-sent events. The Unity document wants no chunked encoding here. */
  events(principal: string): WebFeed {
    return this.#feed(principal, message => encodeSse({ data: message }), 'events');
  }

  close(): void {
    for (const stream of this.#streams) stream.end();
  }

  #feed(
    principal: string,
    encode: (message: string) => string,
    form: 'lines' | 'events',
    snapshots?: Snapshots,
  ): WebFeed {
    const unchunked = form === 'events';
    const start = (reader: FeedReader) => {
      const stream = new ExplorerStream(principal, reader, encode, this.log, this.#allowance);
      this.#streams.add(stream);
      if (snapshots !== undefined) void this.#open(stream, snapshots);
      return () => {
        stream.end();
        this.#streams.delete(stream);
      };
    };
    // The document has JSON lines as JSON.
    return new WebFeed(start, form, unchunked, 'application/json');
  }

  /** Sends the snapshots first. Messages that arrive while they are taken are sent after them. */
  async #open(stream: ExplorerStream, snapshots: Snapshots): Promise<void> {
    stream.hold();
    try {
      const scenes = await snapshots.scenes();
      stream.begin([notification('scenes', scenes), notification('selection', snapshots.selection())]);
    } catch (thrown) {
      this.log.warn({ err: thrown }, 'a stream could not be opened');
      stream.end();
    }
  }
}

/** One reader with a bounded queue. A stalled reader loses its oldest messages. */
class ExplorerStream {
  readonly #waiting: string[] = [];
  #full = false;
  #held = false;
  #warned = false;
  ended = false;

  constructor(
    readonly principal: string,
    readonly reader: FeedReader,
    readonly encode: (message: string) => string,
    readonly log: Pick<Log, 'warn'>,
    readonly allowance: Allowance,
  ) {
    reader.drained = () => {
      this.#full = false;
      this.#drain();
    };
  }

  /** Queues messages until `begin`. */
  hold(): void {
    this.#held = true;
  }

  begin(messages: readonly string[]): void {
    if (this.ended) return;
    this.#held = false;
    this.#full = !this.reader.write(messages.map(this.encode).join(''));
    this.#drain();
  }

  send(message: string): void {
    if (this.ended) return;
    if (!this.#full && !this.#held) return this.#write(message);
    if (this.#waiting.length >= MAX_WAITING) this.#dropOldest();
    while (!this.allowance.take(this.principal, bytesOf(message))) {
      // Other readers use the whole allowance: this message is dropped.
      if (this.#waiting.length === 0) return this.#warn();
      this.#dropOldest();
    }
    this.#waiting.push(message);
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    while (this.#waiting.length > 0) this.#next();
    this.reader.end();
  }

  #drain(): void {
    while (!this.#full && !this.#held && this.#waiting.length > 0) this.#write(this.#next());
  }

  #dropOldest(): void {
    this.#next();
    this.#warn();
  }

  #next(): string {
    const message = this.#waiting.shift() as string;
    this.allowance.release(this.principal, bytesOf(message));
    return message;
  }

  #write(message: string): void {
    this.#full = !this.reader.write(this.encode(message));
  }

  #warn(): void {
    if (this.#warned) return;
    this.#warned = true;
    const facts = { principal: this.principal, limit: MAX_WAITING };
    this.log.warn(facts, 'a stream is not read: its oldest messages are dropped');
  }
}

/** A character may take two bytes. */
function bytesOf(message: string): number {
  return 2 * message.length;
}

function notification(event: string, payload: unknown): string {
  return shownText(JSON.stringify({ jsonrpc: '2.0', method: 'notification', params: { event, payload } }));
}
