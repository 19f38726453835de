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

/** What the streams of a listener share. */
export interface StreamRules extends WriterRules {
  readonly limits: WriterRules['limits'] & StreamLimits;
}

export interface StreamOwner {
  readonly principal: string;
  /** Whether it is open for what may come, and not for the answer to a call. */
  readonly lasting: boolean;
}

/** One open event stream. What its reader does not take is bounded; past the bound the reader is let go. */
export class SseStream {
  lastWrite: number;
  readonly #outflow: ResponseWriter;
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
    this.#outflow = new ResponseWriter(response, owner.principal, rules);
  }

  get principal(): string {
    return this.owner.principal;
  }

  get open(): boolean {
    return !this.#outflow.ended && !this.response.destroyed;
  }

  /** False where the writer had better wait until `onDrained` is called. */
  keepsUp(): boolean {
    return this.#outflow.keepsUp();
  }

  set onDrained(listener: () => void) {
    this.#outflow.onDrained = listener;
  }

  /** What waits already decides, not the frame: a large one reaches a reader that has kept up. */
  write(frame: string): void {
    if (!this.open) return;
    if (this.#outflow.waiting > this.#limits.queueBytes + this.#replayed) return this.drop();
    this.lastWrite = this.rules.now();
    if (!this.#outflow.write(frame)) this.drop();
  }

  /** Writes what a client missed. It was kept within a bound of its own, and does not count as being slow. */
  replay(frames: string): void {
    this.#replayed += frames.length;
    this.write(frames);
  }

  /** Keeps a quiet stream alive, and lets go of a reader of which much waits and nothing moves. */
  tick(): void {
    this.#outflow.tick();
    const { queueSoftBytes, queueSoftMs, heartbeatMs } = this.#limits;
    if (this.#outflow.waiting > queueSoftBytes && this.#outflow.idleMs >= queueSoftMs) return this.drop();
    if (this.rules.now() - this.lastWrite >= heartbeatMs) this.write(this.heartbeat);
  }

  end(): void {
    this.#outflow.end();
  }

  drop(): void {
    this.#outflow.close();
  }
}

/** All open streams of a listener, on one timer. */
export class SseStreams {
  readonly #open = new ByPrincipal<SseStream>();
  readonly #timer: NodeJS.Timeout;

  /** `onLasting` is told of responses that stay open for what may come. */
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
   * Whether one more may open. Where all places are taken, the oldest lasting stream of whoever has most is let go for a
   * lasting one of somebody who has fewer. No call in flight gives way, and for an answer none has to.
   */
  makesRoom({ principal, lasting }: StreamOwner): boolean {
    if (this.#open.size < this.rules.limits.streams) return true;
    const above = lasting ? this.#open.above(principal) : undefined;
    const oldest = [...(above ?? [])].find(({ owner }) => owner.lasting);
    if (oldest === undefined) return false;
    this.#open.delete(oldest);
    // Cut rather than ended: what waits for a reader that does not read must not outlive its place.
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
