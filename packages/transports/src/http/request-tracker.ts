import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpResponse } from './http-response.js';
import { onResponseClose } from './response-close.js';

/** A connection with its newest unanswered request. Answers are sent in order, so that one is answered last. */
interface Connection extends Socket {
  newest?: HttpResponse | undefined;
}

/**
 * Counts the requests of a listener from their head to the end of their answer, for a graceful stop. Event streams that
 * stay open do not count. The request is a property of its connection: a Map would cost a tenth of a command's time.
 */
export class RequestTracker {
  readonly #connections = new Set<Connection>();
  readonly #responseOnClose: (this: HttpResponse) => void;
  /** Connections with an unanswered request. */
  #busy = 0;
  #stopped: Promise<void> | undefined;
  #onEmpty: () => void = () => {};

  /** `refuse` answers a request that is still incomplete when the drain time is over. */
  constructor(readonly refuse: (response: HttpResponse) => void) {
    const release = (response: HttpResponse) => this.release(response);
    this.#responseOnClose = function () {
      release(this);
    };
  }

  get isStopped(): boolean {
    return this.#stopped !== undefined;
  }

  /** Counts a request. False after `stop`: it has to be refused. */
  take(response: HttpResponse): boolean {
    if (this.#stopped !== undefined) return false;
    const connection: Connection = response.req.socket;
    if (!('newest' in connection)) this.#watch(connection);
    if (connection.newest === undefined) this.#busy++;
    connection.newest = response;
    // A queued response emits no event when its connection breaks.
    if (response.socket === null) onResponseClose(response, () => this.release(response));
    else response.on('close', this.#responseOnClose);
    return true;
  }

  /** A request is answered, or its response has become an event stream. */
  release(response: HttpResponse): void {
    const connection: Connection = response.req.socket;
    if (connection.newest !== response) return;
    connection.newest = undefined;
    if (--this.#busy === 0) this.#onEmpty();
  }

  /** Accepts no more requests. Resolves when all are answered, or after `ms`. */
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

/** A refused request must not be served when the rest of it arrives. */
function ignoreRest(request: IncomingMessage): void {
  request.removeAllListeners('data').removeAllListeners('end').resume();
}
