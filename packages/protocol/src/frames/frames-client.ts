import type { FrameEvent } from '../codecs/frame-decoder.js';
import { FRAMINGS, type Framing, type FramingName, type MessageDecoder } from '../codecs/framing.js';
import { WireError } from '../messages/errors.js';
import {
  encodeError,
  encodeNotification,
  encodeResult,
  isObject,
  type Request,
  type RequestId,
  readMessage,
} from '../messages/json-rpc.js';
import { type JsonObject, type JsonValue, parseJson } from '../text/json.js';
import { FramesError } from './frames-error.js';
import { FramesListeners } from './frames-listeners.js';
import { type FramesSignal, FramesWaiting, type RequestOptions } from './frames-waiting.js';

export type { FramesSignal, RequestOptions };

/** A connection: ordered bytes, and its end. */
export interface ByteStream {
  write(bytes: Uint8Array): void;
  onData(listener: (bytes: Uint8Array) => void): void;
  /** Called once when either side has closed, with the reason if there is one. */
  onClose(listener: (reason?: string) => void): void;
  close(): void;
}

export interface FramesClientOptions {
  readonly framing?: FramingName;
  /** Maximum size of a message from the server. */
  readonly maxBytes?: number;
  /** Maximum of pending requests to the server. */
  readonly requests?: number;
  /** Maximum of pending requests from the server. */
  readonly asks?: number;
  /** Default timeout of a request. 0 and Infinity mean none. */
  readonly timeoutMs?: number;
}

export type NotificationListener = (method: string, params: JsonObject) => void;
/** Returns the result. Undefined becomes `{}`, because every MCP result is an object. */
export type RequestHandler = (
  method: string,
  params: JsonObject,
) => JsonObject | undefined | Promise<JsonObject | undefined>;

const MAX_BYTES = 64 * 1024 * 1024;
const REQUESTS = 1_000;
const ASKS = 100;
const TIMEOUT_MS = 60_000;
const DEPTH = 1_000;
/** Requests that must not be cancelled. */
const FINAL: ReadonlySet<string> = new Set(['session.authenticate', 'transport.healthCheck', 'initialize']);

/**
 * A JSON-RPC connection over frames. It ends with its stream. An error of a listener is thrown to the stream's data callback,
 * or to the caller of `close`, after all other listeners were called.
 */
export class FramesClient {
  readonly #stream: ByteStream;
  readonly #framing: Framing;
  readonly #decoder: MessageDecoder;
  readonly #waiting: FramesWaiting;
  readonly #asks: number;
  readonly #notificationListeners = new Set<NotificationListener>();
  readonly #closeListeners = new Set<(reason: Error) => void>();
  readonly #listeners = new FramesListeners();
  #handler: RequestHandler | undefined;
  #asked = 0;
  #lastId = 0;
  /** An error without a request id: the server's reason if it closes next. */
  #lastWord: WireError | undefined;
  #closed: Error | undefined;

  constructor(stream: ByteStream, options: FramesClientOptions = {}) {
    this.#stream = stream;
    this.#framing = FRAMINGS[options.framing ?? 'frames'];
    this.#decoder = this.#framing.decoder(options.maxBytes ?? MAX_BYTES);
    this.#waiting = new FramesWaiting(options.requests ?? REQUESTS, options.timeoutMs ?? TIMEOUT_MS);
    this.#asks = options.asks ?? ASKS;
    stream.onData(bytes => this.#listeners.turn(() => this.#take(this.#decoder.push(bytes))));
    stream.onClose(reason => this.#listeners.turn(() => this.#streamOnClose(reason)));
  }

  /** Sends the token and selects a world. A server with one world and no tokens needs neither. */
  async authenticate(token?: string, world?: string): Promise<{ readonly sessionId: string }> {
    const params = { ...(token !== undefined && { token }), ...(world !== undefined && { world }) };
    const result = await this.request('session.authenticate', params);
    if (!isObject(result) || typeof result.sessionId !== 'string') throw unexpected('session.authenticate');
    return { sessionId: result.sessionId };
  }

  /** Resolves when all worlds are ready. Rejects with a WireError of code 1001 that names the one that is not. */
  async healthCheck(): Promise<{ readonly status: 'ok' }> {
    const result = await this.request('transport.healthCheck');
    if (!isObject(result) || result.status !== 'ok') throw unexpected('transport.healthCheck');
    return { status: 'ok' };
  }

  /** Rejects with a WireError from the server, or with a FramesError if no response arrives. */
  request(method: string, params?: JsonObject, options: RequestOptions = {}): Promise<JsonValue> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    const id = ++this.#lastId;
    return this.#waiting.add(id, options, {
      begun: () => this.#send(JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? null })),
      givenUp: reason => this.#takeBack(id, method, reason),
    });
  }

  notify(method: string, params?: JsonObject): void {
    if (this.#closed !== undefined) throw this.#closed;
    this.#send(encodeNotification(method, params));
  }

  /** Returns the function that unsubscribes. */
  onNotification(listener: NotificationListener): () => void {
    this.#notificationListeners.add(listener);
    return () => this.#notificationListeners.delete(listener);
  }

  /**
   * Sets the handler of the server's requests. It returns the result, or throws a WireError. Without a handler all requests
   * are refused.
   */
  onRequest(handler: RequestHandler): void {
    this.#handler = handler;
  }

  /** Returns the function that unsubscribes. */
  onClose(listener: (reason: Error) => void): () => void {
    this.#closeListeners.add(listener);
    return () => this.#closeListeners.delete(listener);
  }

  get closed(): boolean {
    return this.#closed !== undefined;
  }

  /** Cancels pending requests, and closes. */
  close(): void {
    if (this.#closed !== undefined) return;
    this.#waiting.giveUp('closed', 'The client was closed.');
    this.#listeners.turn(() => this.#end(new FramesError('closed', 'The client was closed.')));
  }

  #take(events: readonly FrameEvent[]): void {
    for (const event of events) {
      if (this.#closed !== undefined) return;
      if (event.kind !== 'message') return this.#end(new FramesError('protocol', event.reason));
      const parsed = parseJson(event.text, { depth: DEPTH });
      if (!parsed.ok) return this.#end(new FramesError('protocol', parsed.reason));
      for (const value of Array.isArray(parsed.value) ? parsed.value : [parsed.value]) this.#receive(value);
    }
  }

  #receive(value: JsonValue): void {
    const message = readMessage(value, 'any');
    this.#lastWord = undefined;
    if (message.kind === 'response') this.#answered(message.id, message.result, message.error);
    else if (message.kind === 'request') void this.#answer(message);
    else if (message.kind === 'notification') {
      this.#listeners.notify(this.#notificationListeners, message.method, message.params);
    } else if (isObject(value) && (value.id ?? null) === null && isObject(value.error)) {
      this.#lastWord = wireError(value.error);
    } else this.#end(new FramesError('protocol', message.reason));
  }

  #answered(id: RequestId, result: JsonValue | undefined, error: JsonObject | undefined): void {
    if (error === undefined) this.#waiting.resolve(id, result as JsonValue);
    else this.#waiting.reject(id, wireError(error));
  }

  async #answer({ id, method, params }: Request): Promise<void> {
    const reply = await this.#serve(id, method, params);
    if (this.#closed !== undefined) return;
    try {
      this.#send(reply);
    } catch (thrown) {
      // The promise has no owner. A stream that throws is broken.
      this.#listeners.turn(() => this.#end(new FramesError('closed', String(thrown))));
    }
  }

  async #serve(id: RequestId, method: string, params: JsonObject): Promise<string> {
    if (method === 'ping') return encodeResult(id, {});
    if (this.#handler === undefined) {
      return encodeError(id, WireError.of('MethodNotFound', 'This client serves no requests.').body);
    }
    if (this.#asked >= this.#asks) {
      return encodeError(
        id,
        WireError.of('InternalError', 'Too many requests at once.', { kind: 'Busy' }).body,
      );
    }
    this.#asked++;
    try {
      return encodeResult(id, await this.#handler(method, params));
    } catch (thrown) {
      const error =
        thrown instanceof WireError ? thrown : WireError.of('InternalError', 'The client failed.');
      return encodeError(id, error.body);
    } finally {
      this.#asked--;
    }
  }

  #takeBack(requestId: RequestId, method: string, reason: string): void {
    if (!FINAL.has(method)) this.#send(encodeNotification('notifications/cancelled', { requestId, reason }));
  }

  #send(text: string): void {
    this.#stream.write(this.#framing.encode([text]));
  }

  #streamOnClose(reason: string | undefined): void {
    if (this.#closed !== undefined) return;
    this.#take(this.#decoder.end());
    this.#end(this.#lastWord ?? new FramesError('closed', reason ?? 'The server closed the connection.'));
  }

  #end(reason: Error): void {
    if (this.#closed !== undefined) return;
    this.#closed = reason;
    this.#waiting.rejectAll(reason);
    this.#stream.close();
    this.#listeners.notify(this.#closeListeners, reason);
  }
}

function wireError({ code, message, data }: JsonObject): WireError {
  return new WireError(
    typeof code === 'number' ? code : 0,
    typeof message === 'string' ? message : 'The server gave no reason.',
    data,
  );
}

function unexpected(method: string): FramesError {
  return new FramesError('protocol', `The answer to ${method} is not what it promises.`);
}
