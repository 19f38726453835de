import type { RequestId } from '../messages/json-rpc.js';
import type { JsonValue } from '../text/json.js';
import { FramesError, type FramesErrorCode } from './frames-error.js';
import { after, requireTimeout } from './frames-timer.js';

/** As much of an AbortSignal as is needed. */
export interface FramesSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(event: 'abort', listener: () => void): void;
  removeEventListener(event: 'abort', listener: () => void): void;
}

export interface RequestOptions {
  readonly signal?: FramesSignal;
  /** How long to wait for the answer; 0 and Infinity wait for ever. */
  readonly timeoutMs?: number;
}

interface Waiting {
  resolve(result: JsonValue): void;
  reject(reason: Error): void;
  /** Lets go of the timer and the signal. */
  release(): void;
  givenUp(reason: string): void;
}

/** The requests of one client that wait for their answers, each with its deadline and its signal. */
export class FramesWaiting {
  readonly #byId = new Map<RequestId, Waiting>();

  constructor(
    readonly most: number,
    readonly timeoutMs: number,
  ) {
    requireTimeout(timeoutMs);
  }

  /** `begun` sends the request once it has a place; `givenUp` is called when its answer is waited for no more. */
  add(
    id: RequestId,
    { signal, timeoutMs = this.timeoutMs }: RequestOptions,
    { begun, givenUp }: { begun(): void; givenUp(reason: string): void },
  ): Promise<JsonValue> {
    if (signal?.aborted) return Promise.reject(aborted(signal));
    if (this.#byId.size >= this.most) {
      const message = `${this.most} requests are pending: wait for one of them.`;
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

  /** Answers to nothing, and to what was given up, are ignored. */
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
