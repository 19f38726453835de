/**
 * Lets `count` pieces of work run at a time. The others wait in the order of arrival.
 *
 *     const slots = new Semaphore(4);
 *     const png = await slots.run(() => draw(map), context.signal);
 */
export class Semaphore {
  #free: number;
  /** A set keeps the order of arrival, and a waiter leaves it without a search. */
  readonly #waiting = new Set<() => void>();
  readonly #onIdle: (() => void)[] = [];

  constructor(readonly count: number) {
    this.#free = count;
  }

  /** How many run or wait: for callers that refuse work behind a long queue. */
  get pending(): number {
    return this.count - this.#free + this.#waiting.size;
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    if (this.pending > 0) await new Promise<void>(resolve => this.#onIdle.push(resolve));
  }

  /** Runs the work in its turn. Rejects with the signal's reason where that aborts before the work begins. */
  async run<Result>(work: () => Promise<Result> | Result, signal?: AbortSignal): Promise<Result> {
    const release = await this.acquire(signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** For work that does not fit into one function. Gives the function that releases the place; a second call does nothing. */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#turn(signal);
    let held = true;
    return () => {
      if (held) this.#release();
      held = false;
    };
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    let onAbort = () => {};
    try {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.add(resolve);
        onAbort = () => {
          if (this.#waiting.delete(resolve)) reject(signal?.reason);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
      });
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next !== undefined) {
      this.#waiting.delete(next);
      next();
      return;
    }
    this.#free++;
    if (this.#free === this.count) for (const resolve of this.#onIdle.splice(0)) resolve();
  }
}

/** One piece of work at a time, in the order of arrival: `await mutex.run(() => save(file))`. */
export class Mutex extends Semaphore {
  constructor() {
    super(1);
  }
}
