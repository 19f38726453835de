import type { Steps } from '../api/steps.js';
import { WorldError } from '../api/world-error.js';

/** How long expensive work may block the event loop. */
const TURN_MS = 8;
/** Queue length per principal. */
const MAX_WAITING = 256;

interface Job {
  readonly steps: Steps<unknown>;
  readonly signal: AbortSignal | undefined;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

/**
 * Runs expensive work in steps, one step per principal in turn. After TURN_MS the event loop serves other events, so that
 * cheap requests do not wait for expensive ones.
 */
export class FairTurns {
  readonly #queues = new Map<string, Job[]>();
  readonly #elapsed: () => number;
  #scheduled = false;

  /** `elapsed` is a monotonic clock in milliseconds. */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** Work that has not ended, of all principals. */
  get queued(): number {
    let queued = 0;
    for (const queue of this.#queues.values()) queued += queue.length;
    return queued;
  }

  /** Runs one function in the principal's turn. */
  once<Result>(principal: string, work: () => Result, signal?: AbortSignal): Promise<Result> {
    return this.run(principal, oneStep(work), signal);
  }

  /** Runs the steps in the principal's turns, in order of arrival. Stops when the signal aborts. */
  run<Result>(principal: string, steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
    const queue = this.#queues.get(principal) ?? [];
    if (queue.length >= MAX_WAITING) return Promise.reject(tooMuchWaiting());
    return new Promise<Result>((resolve, reject) => {
      queue.push({ steps, signal, resolve: result => resolve(result as Result), reject });
      this.#queues.set(principal, queue);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#scheduled = false;
    const end = this.#elapsed() + TURN_MS;
    // A map keeps the order of insertion: a principal goes to the end after its step.
    for (const [principal, queue] of this.#queues) {
      // The queue stays in the map during the step, which may add work of the same principal.
      const over = !step(queue[0] as Job);
      if (over) queue.shift();
      this.#queues.delete(principal);
      if (queue.length > 0) this.#queues.set(principal, queue);
      // Code that awaits the result, such as the encoding of a large answer, runs in the rest of this turn.
      if (over || this.#elapsed() >= end) break;
    }
    if (this.#queues.size > 0) this.#schedule();
  }
}

/** Runs one step. False when the job has ended. */
function step({ steps, signal, resolve, reject }: Job): boolean {
  try {
    if (signal?.aborted === true) {
      // Lets the steps release what they hold.
      steps.return(undefined);
      throw signal.reason;
    }
    const { done, value } = steps.next();
    if (done !== true) return true;
    resolve(value);
  } catch (thrown) {
    reject(thrown);
  }
  return false;
}

// biome-ignore lint/correctness/useYield: one step needs no place to pause.
function* oneStep<Result>(work: () => Result): Steps<Result> {
  return work();
}

function tooMuchWaiting(): WorldError {
  return new WorldError(
    'RateLimited',
    `You have ${MAX_WAITING} expensive requests waiting.`,
    'Wait for an answer before the next request.',
  );
}
