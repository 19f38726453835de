import type { Steps } from '../api/steps.js';
import { WorldError } from '../api/world-error.js';

/** How long expensive work may hold the event loop before other events are served. */
const TURN_MS = 8;
/** Work of one principal that may wait. */
const MAX_WAITING = 256;

interface Job {
  readonly steps: Steps<unknown>;
  readonly signal: AbortSignal | undefined;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

/**
 * Expensive work on the event loop, fair between principals. Each principal with work gets one step in its turn. After
 * TURN_MS the event loop serves other events, so that cheap requests never wait for the whole of an expensive one.
 */
export class FairTurns {
  readonly #queues = new Map<string, Job[]>();
  readonly #elapsed: () => number;
  #scheduled = false;

  /** `elapsed` is a monotonic clock in milliseconds. */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** Runs one short piece of work when it is the principal's turn. */
  once<Result>(principal: string, work: () => Result, signal?: AbortSignal): Promise<Result> {
    return this.run(principal, oneStep(work), signal);
  }

  /** Runs the steps in the principal's turns, in the order in which its work arrived. Stops when the signal aborts. */
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
    // A map keeps the order of insertion: a principal that had its step goes to the end.
    for (const [principal, queue] of this.#queues) {
      // The queue stays in the map meanwhile: a step may add work of its own principal.
      const over = !step(queue[0] as Job);
      if (over) queue.shift();
      this.#queues.delete(principal);
      if (queue.length > 0) this.#queues.set(principal, queue);
      // What is made of a result, such as a large answer, is a part of the work: it has this turn's end for itself.
      if (over || this.#elapsed() >= end) break;
    }
    if (this.#queues.size > 0) this.#schedule();
  }
}

/** Runs one step. False when the job is over. */
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
