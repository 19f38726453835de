import { WireError } from '@worldwire/protocol';
import { Bag } from '../kit/bag.js';
import type { Call } from './call.js';
import type { CallReplies } from './call-replies.js';

/** Calls and web requests in flight, which a stopping server waits for or cancels. */
export class ActiveCalls {
  readonly #calls = new Bag<Call>();
  readonly #replies: CallReplies;
  #webRequests = 0;
  #idle: (() => void) | undefined;

  constructor(replies: CallReplies) {
    this.#replies = replies;
  }

  add(call: Call): void {
    this.#calls.add(call);
  }

  /** False if the call was not in flight. */
  delete(call: Call): boolean {
    const known = this.#calls.delete(call);
    if (known) this.#checkIdle();
    return known;
  }

  /** Calls with an asynchronous result, and web requests. */
  get size(): number {
    return this.#calls.size + this.#webRequests;
  }

  /** `ended` gets the answer first. */
  async web<Answer>(serve: () => Promise<Answer>, ended?: (answer: Answer) => void): Promise<Answer> {
    this.#webRequests++;
    try {
      const answer = await serve();
      ended?.(answer);
      return answer;
    } finally {
      this.#webRequests--;
      this.#checkIdle();
    }
  }

  [Symbol.iterator](): Iterator<Call> {
    return this.#calls.all()[Symbol.iterator]();
  }

  /** Cancels calls that exceeded their time limit. */
  sweep(now: number): void {
    for (const call of this.#calls.all()) {
      if (!call.overdue(now)) continue;
      const message = `The request took longer than ${call.allowance} ms and was stopped.`;
      const error = WireError.of('InternalError', message, {
        kind: 'Timeout',
        hint: 'Request less at a time.',
      });
      call.cancel(message, this.#replies.failed(call, error));
    }
  }

  /** Cancels a call. Its client gets the error. */
  end(call: Call, reason: string, error: WireError): void {
    call.cancel(reason, this.#replies.failed(call, error));
  }

  /** Resolves when nothing is in flight. */
  async drained(): Promise<void> {
    if (this.size === 0) return;
    await new Promise<void>(resolve => {
      this.#idle = resolve;
    });
  }

  /** Cancels all calls. */
  stop(): void {
    for (const call of this.#calls.all()) {
      const error = WireError.of('InternalError', 'The server stopped before the request was done.', {
        kind: 'NotReady',
      });
      call.cancel('The server stopped.', this.#replies.failed(call, error));
    }
  }

  #checkIdle(): void {
    if (this.size === 0) this.#idle?.();
  }
}
