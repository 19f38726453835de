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

/** What all exchanges of a mount share. */
export interface ExchangeContext {
  readonly streams: SseStreams;
  readonly limits: Limits;
  readonly memory: Memory;
  readonly turns: FairTurns;
  readonly mintId: () => string;
}

/**
 * The way back for one POST. It stays a plain response until something must be said before the result;
 * a request that never streams never pays for streaming.
 */
export class Exchange implements ResponseChannel {
  #stream: SseStream | undefined;
  #replay: ReplayStream | undefined;
  /** The last word was said; a handler that goes on talks to nobody. */
  #over = false;

  constructor(
    readonly response: HttpResponse,
    readonly accepted: Accepted,
    readonly caller: Caller,
    readonly lent: ExchangeContext,
    readonly lasting: boolean,
    /** The request that is answered; null for a batch. */
    readonly id: RequestId | null,
  ) {}

  send(message: string): Delivery {
    if (this.#over || !this.accepted.sse) return false;
    if (!this.#begin()) return isClosed(this.response) ? false : 'busy';
    this.#push(message);
    return true;
  }

  detach(): void {
    const { session, revision } = this.caller;
    const resumable = session !== undefined && revision.primingEvent;
    if (this.#over || !resumable || !this.accepted.sse || !this.#begin()) return;
    this.#replay?.detach();
  }

  /** The end: the response itself, in the form the client can read and what was said before demands. */
  finish(text: string, status: number): void {
    this.#over = true;
    const streamed = this.#stream !== undefined || (this.#prefersStream && status < 400 && this.#begin());
    if (!streamed) return sendJson(this.response, status, text, this.id);
    this.#push(text);
    if (this.#replay === undefined) this.#stream?.end();
    else this.#replay.finish();
  }

  /** The request was cancelled: nothing is left to say, and the connection is free. */
  abandon(): void {
    this.#over = true;
    if (this.#replay !== undefined) this.#replay.finish();
    else if (this.#stream !== undefined) this.#stream.end();
    else if (!this.response.headersSent) this.response.writeHead(202, { 'content-length': 0 }).end();
  }

  /** Older clients that name the event stream first wait for one; the newest revision streams only when it must. */
  get #prefersStream(): boolean {
    return this.accepted.sseFirst && (this.caller.session !== undefined || !this.accepted.json);
  }

  #begin(): boolean {
    if (this.#stream !== undefined) return true;
    if (isClosed(this.response)) return false;
    const { limits, mintId, memory, streams } = this.lent;
    const { session, principal, revision } = this.caller;
    const book = session && SessionReplay.of(session, limits, mintId, memory);
    if (book !== undefined && book.live >= limits.streamsPerSession) return false;
    const owner = { principal, lasting: this.lasting };
    if (!streams.makesRoom(owner)) return false;
    this.#stream = streams.begin(this.response, owner);
    if (book !== undefined) {
      this.#replay = book.create(this.id ?? undefined);
      this.#replay.attach(this.#stream, revision.primingEvent);
    }
    return true;
  }

  #push(message: string): void {
    if (this.#replay === undefined) this.#stream?.write(encodeSse({ data: message }));
    else this.#replay.push(message);
  }
}
