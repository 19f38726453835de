import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Bag } from '@worldwire/server';
import type { HttpResponse } from './http-response.js';
import { whenGone } from './when-gone.js';

/**
 * Counts a listener's requests from the arrival of their head to the end of their answer, and ends the intake of new
 * ones. Streams that stay open for what may come do not count.
 */
export class Intake {
  readonly #open = new Bag<HttpResponse>();
  readonly #responseOnClose: (this: HttpResponse) => void;
  #count = 0;
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
    response.arrival = ++this.#count;
    this.#open.add(response);
    // One that waits behind another is not told when its connection breaks.
    if (response.socket === null) whenGone(response, () => this.release(response));
    else response.on('close', this.#responseOnClose);
    return true;
  }

  /** A request is answered, or its response has become a stream that nobody waits for. */
  release(response: HttpResponse): void {
    if (this.#open.delete(response) && this.#open.size === 0) this.#onEmpty();
  }

  /** Takes no more requests. Resolves when all that were taken are answered, or when `ms` are over. */
  stop(ms: number): Promise<void> {
    this.#stopped ??= new Promise(resolve => {
      for (const response of newestByConnection(this.#open.all())) response.shouldKeepAlive = false;
      const timer = setTimeout(() => {
        this.#refuseUnfinished();
        resolve();
      }, ms);
      this.#onEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#open.size === 0) this.#onEmpty();
    });
    return this.#stopped;
  }

  #refuseUnfinished(): void {
    for (const response of this.#open.all()) {
      if (response.req.complete) continue;
      ignoreRest(response.req);
      this.refuse(response);
    }
  }
}

/** The last answer on a connection says that it is the last. Answers leave in the order of their requests. */
function newestByConnection(responses: readonly HttpResponse[]): Iterable<HttpResponse> {
  const newest = new Map<Socket, HttpResponse>();
  for (const response of responses) {
    const { socket } = response.req;
    if (response.arrival > (newest.get(socket)?.arrival ?? 0)) newest.set(socket, response);
  }
  return newest.values();
}

/** A request that was refused must not be served when the rest of it arrives after all. */
function ignoreRest(request: IncomingMessage): void {
  request.removeAllListeners('data').removeAllListeners('end').resume();
}
