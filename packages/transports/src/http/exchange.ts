import { encodeSse, type RequestId } from '@worldwire/protocol';
import type {
  Caller,
  Delivery,
  FairTurns,
  Limits,
  Memory,
  ResponseChannel,
} from '@worldwire/server/internal';
import type { Accepted } from './edge-checks.js';
import type { HttpResponse } from './http-response.js';
import type { ReplayStream } from './replay-stream.js';
import { sendJson } from './respond.js';
import { isClosed } from './response-close.js';
import { SessionReplay } from './session-replay.js';
import type { SseStream, SseStreams } from './sse-stream.js';

/** What the exchanges of a mount share. */
export interface ExchangeContext {
  readonly streams: SseStreams;
  readonly limits: Limits;
  readonly memory: Memory;
  readonly turns: FairTurns;
  readonly mintId: () => string;
}

/**
 * The response to one POST. It becomes an event stream only when a message precedes the result: a request that does not
 * stream does not pay for streaming.
 */
export class Exchange implements ResponseChannel {
  #stream: SseStream | undefined;
  #replay: ReplayStream | undefined;
  /** The response has ended. A handler that continues is ignored. */
  #ended = false;

  constructor(
    readonly response: HttpResponse,
    readonly accepted: Accepted,
    readonly caller: Caller,
    readonly context: ExchangeContext,
    readonly lasting: boolean,
    /** The id of the request; null for a batch. */
    readonly id: RequestId | null,
  ) {}

  send(message: string): Delivery {
    if (this.#ended || !this.accepted.sse) return false;
    if (!this.#begin()) return isClosed(this.response) ? false : 'busy';
    this.#push(message);
    return true;
  }

  detach(): void {
    const { session, revision } = this.caller;
    const resumable = session !== undefined && revision.primingEvent;
    if (this.#ended || !resumable || !this.accepted.sse || !this.#begin()) return;
    this.#replay?.detach();
  }

  header(name: string): string | undefined {
    const value = this.response.req.headers[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** Sends the result: on the stream if there is one, or as JSON. */
  finish(text: string, status: number): void {
    this.#ended = true;
    const streamed = this.#stream !== undefined || (this.#prefersStream && status < 400 && this.#begin());
    if (!streamed) return sendJson(this.response, status, text, this.id);
    this.#push(text);
    if (this.#replay === undefined) this.#stream?.end();
    else this.#replay.finish();
  }

  /** The request was cancelled, and gets no result. */
  abandon(): void {
    this.#ended = true;
    if (this.#replay !== undefined) this.#replay.finish();
    else if (this.#stream !== undefined) this.#stream.end();
    else if (!this.response.headersSent) this.response.writeHead(202, { 'content-length': 0 }).end();
  }

  /** Older clients that list the event stream first expect one. Since 2026-07-28 only necessary streams are opened. */
  get #prefersStream(): boolean {
    return this.accepted.sseFirst && (this.caller.session !== undefined || !this.accepted.json);
  }

  #begin(): boolean {
    if (this.#stream !== undefined) return true;
    if (isClosed(this.response)) return false;
    const { limits, mintId, memory, streams } = this.context;
    const { session, who, revision } = this.caller;
    const replay = session && SessionReplay.of(session, limits, mintId, memory);
    if (replay !== undefined && replay.live >= limits.streamsPerSession) return false;
    const owner = { principal: who.name, lasting: this.lasting };
    if (!streams.makesRoom(owner)) return false;
    this.#stream = streams.begin(this.response, owner);
    if (replay !== undefined) {
      this.#replay = replay.create(this.id ?? undefined);
      this.#replay.attach(this.#stream, revision.primingEvent);
    }
    return true;
  }

  #push(message: string): void {
    if (this.#replay === undefined) this.#stream?.write(encodeSse({ data: message }));
    else this.#replay.push(message);
  }
}
