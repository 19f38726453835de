import { encodeSseComment } from '@worldwire/protocol';
import { ByPrincipal, type Limits } from '@worldwire/server/internal';
import type { HttpResponse } from './http-response.js';
import { onResponseClose } from './response-close.js';
import { ResponseWriter, type WriterRules } from './response-writer.js';

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};
const TICK_MS = 1_000;
const HEARTBEAT = encodeSseComment();

type StreamLimits = Pick<Limits, 'streams' | 'queueBytes' | 'queueSoftBytes' | 'queueSoftMs' | 'heartbeatMs'>;

/** The limits of the streams of a listener. */
export interface StreamRules extends WriterRules {
  readonly limits: WriterRules['limits'] & StreamLimits;
}

export interface StreamOwner {
  readonly principal: string;
  /** Whether it stays open for future messages, rather than for the answer to a call. */
  readonly lasting: boolean;
}

/** One open event stream. A reader that falls too far behind is disconnected. */
export class SseStream {
  lastWrite: number;
  readonly #writer: ResponseWriter;
  readonly #limits: StreamLimits;
  #replayed = 0;

  constructor(
    readonly response: HttpResponse,
    readonly owner: StreamOwner,
    readonly rules: StreamRules,
    readonly heartbeat = HEARTBEAT,
  ) {
    this.#limits = rules.limits;
    this.lastWrite = rules.now();
    this.#writer = new ResponseWriter(response, owner.principal, rules);
  }

  get principal(): string {
    return this.owner.principal;
  }

  get open(): boolean {
    return !this.#writer.ended && !this.response.destroyed;
  }

  /** False if the source should wait for `onDrained`. */
  keepsUp(): boolean {
    return this.#writer.keepsUp();
  }

  set onDrained(listener: () => void) {
    this.#writer.onDrained = listener;
  }

  /** The limit applies to the bytes before this frame: a reader that keeps up can get a large one. */
  write(frame: string): void {
    if (!this.open) return;
    if (this.#writer.waiting > this.#limits.queueBytes + this.#replayed) return this.drop();
    this.lastWrite = this.rules.now();
    if (!this.#writer.write(frame)) this.drop();
  }

  /** Writes events that a client missed. They have a limit of their own, and do not count as falling behind. */
  replay(frames: string): void {
    this.#replayed += frames.length;
    this.write(frames);
  }

  /** Sends the heartbeat of a quiet stream, and disconnects a reader that is far behind and idle. */
  tick(): void {
    this.#writer.tick();
    const { queueSoftBytes, queueSoftMs, heartbeatMs } = this.#limits;
    if (this.#writer.waiting > queueSoftBytes && this.#writer.idleMs >= queueSoftMs) return this.drop();
    if (this.rules.now() - this.lastWrite >= heartbeatMs) this.write(this.heartbeat);
  }

  end(): void {
    this.#writer.end();
  }

  drop(): void {
    this.#writer.close();
  }
}

/** All open streams of a listener, on one timer. */
export class SseStreams {
  readonly #open = new ByPrincipal<SseStream>();
  readonly #timer: NodeJS.Timeout;

  /** `onLasting` is called with responses that stay open. */
  constructor(
    readonly rules: StreamRules,
    readonly onLasting: (response: HttpResponse) => void = () => {},
  ) {
    this.#timer = setInterval(() => this.tick(), TICK_MS).unref();
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Whether one more stream may open. At the limit, a new lasting stream closes the oldest lasting stream of the principal
   * with the most, if that principal has more. Streams of calls are never closed, and never close others.
   */
  makesRoom({ principal, lasting }: StreamOwner): boolean {
    if (this.#open.size < this.rules.limits.streams) return true;
    const above = lasting ? this.#open.above(principal) : undefined;
    const oldest = [...(above ?? [])].find(({ owner }) => owner.lasting);
    if (oldest === undefined) return false;
    this.#open.delete(oldest);
    // Not `end`: bytes that wait for a stalled reader must not outlive the stream.
    oldest.drop();
    return true;
  }

  /** Turns a response into an event stream. */
  begin(
    response: HttpResponse,
    owner: StreamOwner,
    headers: Readonly<Record<string, string>> = {},
    heartbeat?: string,
  ): SseStream {
    response.writeHead(200, { ...HEADERS, ...headers });
    response.flushHeaders();
    const stream = new SseStream(response, owner, this.rules, heartbeat);
    this.#open.add(stream);
    if (owner.lasting) this.onLasting(response);
    onResponseClose(response, () => this.#open.delete(stream));
    return stream;
  }

  tick(): void {
    for (const stream of this.#open) stream.tick();
  }

  close(): void {
    clearInterval(this.#timer);
    for (const stream of this.#open) stream.end();
  }
}
