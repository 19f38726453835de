import type { RequestId } from '../messages/json-rpc.js';
import type { JsonValue } from '../text/json.js';
import { FramesError, type FramesErrorCode } from './frames-error.js';
import { after, requireTimeout } from './frames-timer.js';

/** The used part of an AbortSignal. */
export interface FramesSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(event: 'abort', listener: () => void): void;
  removeEventListener(event: 'abort', listener: () => void): void;
}

export interface RequestOptions {
  readonly signal?: FramesSignal;
  /** Timeout of the response. 0 and Infinity mean none. */
  readonly timeoutMs?: number;
}

interface Waiting {
  resolve(result: JsonValue): void;
  reject(reason: Error): void;
  /** Releases the timer and the signal. */
  release(): void;
  givenUp(reason: string): void;
}

/** The pending requests of one client, each with its timeout and signal. */
export class FramesWaiting {
  readonly #byId = new Map<RequestId, Waiting>();

  constructor(
    readonly max: number,
    readonly timeoutMs: number,
  ) {
    requireTimeout(timeoutMs);
  }

  /** `begun` sends the request. `givenUp` is called after a timeout or abort. */
  add(
    id: RequestId,
    { signal, timeoutMs = this.timeoutMs }: RequestOptions,
    { begun, givenUp }: { begun(): void; givenUp(reason: string): void },
  ): Promise<JsonValue> {
    if (signal?.aborted) return Promise.reject(aborted(signal));
    if (this.#byId.size >= this.max) {
      const message = `${this.max} requests are pending: wait for one of them.`;
      return Promise.reject(new FramesError('busy', message));
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#giveUp(id, aborted(signal as FramesSignal));
      const late = () => this.#giveUp(id, new FramesError('timeout', `No answer came in ${timeoutMs} ms.`));
      const stop = after(timeoutMs, late);
      const release = () => {
        stop();
        signal?.removeEventListener('abort', onAbort);
      };
      signal?.addEventListener('abort', onAbort);
      this.#byId.set(id, { resolve, reject, release, givenUp });
      try {
        begun();
      } catch (thrown) {
        this.#take(id);
        reject(thrown);
      }
    });
  }

  resolve(id: RequestId, result: JsonValue): void {
    this.#take(id)?.resolve(result);
  }

  /** Ignores responses to unknown and given-up requests. */
  reject(id: RequestId, reason: Error): void {
    this.#take(id)?.reject(reason);
  }

  giveUp(code: FramesErrorCode, reason: string): void {
    for (const id of [...this.#byId.keys()]) this.#giveUp(id, new FramesError(code, reason));
  }

  rejectAll(reason: Error): void {
    for (const id of [...this.#byId.keys()]) this.reject(id, reason);
  }

  #giveUp(id: RequestId, reason: FramesError): void {
    const waiting = this.#take(id);
    waiting?.reject(reason);
    waiting?.givenUp(reason.message);
  }

  #take(id: RequestId): Waiting | undefined {
    const waiting = this.#byId.get(id);
    this.#byId.delete(id);
    waiting?.release();
    return waiting;
  }
}

function aborted({ reason }: FramesSignal): FramesError {
  const said = typeof reason === 'string' ? reason : reason instanceof Error ? reason.message : undefined;
  return new FramesError('aborted', said ?? 'The request was aborted.');
}
