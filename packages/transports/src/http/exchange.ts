import type { ServerResponse } from 'node:http';
import { encodeSse, type Revision } from '@worldwire/protocol';
import type { Limits, Outlet, Session } from '@worldwire/server';
import type { Accepted } from './edge-checks.js';
import { ReplayBook, type ReplayStream } from './replay.js';
import { sendJson } from './respond.js';
import type { SseStream, SseStreams } from './sse-stream.js';

/** What all exchanges of a mount share. */
export interface ExchangeContext {
  readonly streams: SseStreams;
  readonly limits: Limits;
  readonly mintId: () => string;
}

/**
 * The way back for one POST. It stays a plain response until something must be said before the result;
 * a request that never streams never pays for streaming.
 */
export class Exchange implements Outlet {
  #stream: SseStream | undefined;
  #replay: ReplayStream | undefined;
  /** The last word was said; a handler that goes on talks to nobody. */
  #over = false;

  constructor(
    readonly response: ServerResponse,
    readonly accepted: Accepted,
    readonly revision: Revision,
    readonly session: Session | undefined,
    readonly lent: ExchangeContext,
  ) {}

  send(message: string): boolean {
    if (this.#over || !this.accepted.sse || !this.#begin()) return false;
    this.#push(message);
    return true;
  }

  detach(): void {
    const resumable = this.session !== undefined && this.revision.primingEvent;
    if (this.#over || !resumable || !this.accepted.sse || !this.#begin()) return;
    this.#replay?.detach();
  }

  /** The end: the response itself, in the form the client can read and what was said before demands. */
  finish(text: string, status: number): void {
    this.#over = true;
    const streamed = this.#stream !== undefined || (this.#prefersStream && status < 400 && this.#begin());
    if (!streamed) return sendJson(this.response, status, text);
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
    return this.accepted.sseFirst && (this.session !== undefined || !this.accepted.json);
  }

  #begin(): boolean {
    if (this.#stream !== undefined) return true;
    if (this.lent.streams.full || this.response.destroyed) return false;
    const { limits, mintId } = this.lent;
    const book = this.session && ReplayBook.of(this.session, limits, mintId);
    if (book !== undefined && book.live >= limits.streamsPerSession) return false;
    this.#stream = this.lent.streams.begin(this.response);
    if (book !== undefined) {
      this.#replay = book.create();
      this.#replay.attach(this.#stream, this.revision.primingEvent);
    }
    return true;
  }

  #push(message: string): void {
    if (this.#replay === undefined) this.#stream?.write(encodeSse({ data: message }));
    else this.#replay.push(message);
  }
}
