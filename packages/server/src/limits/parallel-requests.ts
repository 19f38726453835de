import { WireError } from '@worldwire/protocol';
import { WorldError } from '../api/world-error.js';
import { Places } from './places.js';

/** The requests that a world works on at once, as its specification limits them. */
export interface ParallelLimit {
  readonly max: number;
  /** The refusal when all are taken. */
  readonly message: string;
}

/** A request that continues after a wait, and waits for a place. */
interface Returning {
  proceed(release: () => void): void;
}

/**
 * The places of requests in progress. A request that waits for its client, a person or a condition does no work, and gives its place
 * back. Afterwards it waits for a place, before any new request of its principal gets one.
 */
export class ParallelRequests {
  readonly #places: Places;
  readonly #message: string;
  /** By principal: one principal that has many does not keep the first of another waiting. */
  readonly #returning = new Map<string, Set<Returning>>();

  constructor({ max, message }: ParallelLimit, percent: number) {
    this.#message = message;
    this.#places = new Places({
      ...{ limit: 'parallel', total: max, percent, of: 'this world' },
      ...{
        things: 'requests',
        state: 'are in progress',
        next: 'Wait for an answer before the next request.',
      },
    });
  }

  /** Why a request gets no place now, or undefined. */
  reason(principal: string): WorldError | undefined {
    const full = this.#places.full(principal);
    if (full === undefined) return undefined;
    const message = full === 'total' ? this.#message : `${this.#places.reason(principal)} Please slow down.`;
    return new WorldError('RateLimited', message, this.#places.number.next);
  }

  /** The same as the error of a message. */
  refusal(principal: string): WireError | undefined {
    const reason = this.reason(principal);
    if (reason === undefined) return undefined;
    const { kind, message, hint } = reason;
    return WireError.of('InternalError', message, { kind, ...(hint !== undefined && { hint }) });
  }

  /** The place of a new request. Undefined if there is none. */
  take(principal: string): RequestPlace | undefined {
    const release = this.#places.tryTake(principal);
    return release && new RequestPlace(this, principal, release);
  }

  /** Passes a place that became free on to the requests that continue, one of each principal in turn. */
  freed(): void {
    for (const [principal, queue] of this.#returning) {
      const release = this.#places.tryTake(principal);
      if (release === undefined) continue;
      const [next] = queue as Set<Returning>;
      queue.delete(next as Returning);
      this.#returning.delete(principal);
      if (queue.size > 0) this.#returning.set(principal, queue);
      (next as Returning).proceed(release);
      return;
    }
  }

  /** Resolves with a place. Rejects with the reason of the signal. */
  async returned(principal: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const free = this.#places.tryTake(principal);
    if (free !== undefined) return free;
    return new Promise((resolve, reject) => {
      const queue = this.#returning.get(principal) ?? new Set();
      const returning: Returning = {
        proceed(release) {
          signal.removeEventListener('abort', leave);
          resolve(release);
        },
      };
      const leave = () => {
        queue.delete(returning);
        if (queue.size === 0 && this.#returning.get(principal) === queue) this.#returning.delete(principal);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#returning.set(principal, queue.add(returning));
    });
  }
}

/** The place of one request. */
export class RequestPlace {
  readonly #all: ParallelRequests;
  readonly #principal: string;
  #release: (() => void) | undefined;
  /** It waits for a place. */
  #returning: Promise<void> | undefined;
  #ended = false;

  constructor(all: ParallelRequests, principal: string, release: () => void) {
    this.#all = all;
    this.#principal = principal;
    this.#release = release;
  }

  /** Gives the place back for a wait. */
  leave(): void {
    const release = this.#release;
    this.#release = undefined;
    release?.();
    if (release !== undefined) this.#all.freed();
  }

  /** Takes a place again. Rejects with the reason of the signal, which aborts when the request ends. */
  async return(signal: AbortSignal): Promise<void> {
    if (this.#release !== undefined || this.#ended) return;
    this.#returning ??= this.#all
      .returned(this.#principal, signal)
      .then(release => {
        this.#release = release;
        // The request may have ended in the same turn.
        if (this.#ended) this.leave();
      })
      .finally(() => {
        this.#returning = undefined;
      });
    return this.#returning;
  }

  /** The request has its reply. */
  end(): void {
    this.#ended = true;
    this.leave();
  }
}
