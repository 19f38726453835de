import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpResponse } from './http-response.js';
import { onResponseClose } from './response-close.js';

/** A connection with its newest request that has no whole answer yet. Answers leave in order, so it is the last to end. */
interface Connection extends Socket {
  newest?: HttpResponse | undefined;
}

/**
 * Counts a listener's requests from the arrival of their head to the end of their answer, and ends the intake of new
 * ones. Streams that stay open for what may come do not count. A request is kept at its connection: to add it to a Map
 * and to remove it again would cost a command a tenth of its time.
 */
export class RequestTracker {
  readonly #connections = new Set<Connection>();
  readonly #responseOnClose: (this: HttpResponse) => void;
  /** Connections with a request. */
  #busy = 0;
  #stopped: Promise<void> | undefined;
  #onEmpty: () => void = () => {};

  /** `refuse` answers a request that is not here whole when the time is over. */
  constructor(readonly refuse: (response: HttpResponse) => void) {
    const release = (response: HttpResponse) => this.release(response);
    this.#responseOnClose = function () {
      release(this);
    };
  }

  /** Counts a request. False where it came too late, and has to be refused. */
  take(response: HttpResponse): boolean {
    if (this.#stopped !== undefined) return false;
    const connection: Connection = response.req.socket;
    if (!('newest' in connection)) this.#watch(connection);
    if (connection.newest === undefined) this.#busy++;
    connection.newest = response;
    // One that waits behind another is not told when its connection breaks.
    if (response.socket === null) onResponseClose(response, () => this.release(response));
    else response.on('close', this.#responseOnClose);
    return true;
  }

  /** A request is answered, or its response has become a stream. A stop does not wait for streams. */
  release(response: HttpResponse): void {
    const connection: Connection = response.req.socket;
    if (connection.newest !== response) return;
    connection.newest = undefined;
    if (--this.#busy === 0) this.#onEmpty();
  }

  /** Takes no more requests. Resolves when all that were taken are answered, or when `ms` are over. */
  stop(ms: number): Promise<void> {
    this.#stopped ??= new Promise(resolve => {
      for (const response of this.#unanswered()) response.shouldKeepAlive = false;
      const timer = setTimeout(() => {
        this.#refuseUnfinished();
        resolve();
      }, ms);
      this.#onEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#busy === 0) this.#onEmpty();
    });
    return this.#stopped;
  }

  #watch(connection: Connection): void {
    connection.newest = undefined;
    this.#connections.add(connection);
    connection.once('close', () => this.#connections.delete(connection));
  }

  #unanswered(): readonly HttpResponse[] {
    return [...this.#connections].flatMap(({ newest }) => newest ?? []);
  }

  #refuseUnfinished(): void {
    for (const response of this.#unanswered()) {
      if (response.req.complete) continue;
      ignoreRest(response.req);
      this.refuse(response);
    }
  }
}

/** A request that was refused must not be served when the rest of it arrives after all. */
function ignoreRest(request: IncomingMessage): void {
  request.removeAllListeners('data').removeAllListeners('end').resume();
}
