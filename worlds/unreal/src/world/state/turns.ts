import { WorldError } from '@worldwire/server';

const MAX_WAITING = 100;

/** One write after the other, in the order they came: an editor does one thing at a time, and so each sees what the last left. */
export class Turns {
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  async take<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    if (this.#waiting >= MAX_WAITING) {
      throw new WorldError(
        'RateLimited',
        `${MAX_WAITING} writes are waiting for their turn already.`,
        'Wait for some of them, then try again.',
      );
    }
    const before = this.#last;
    let done = () => {};
    this.#last = new Promise(resolve => {
      done = resolve;
    });
    this.#waiting++;
    try {
      await before;
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#waiting--;
      done();
    }
  }

  /** Resolves when nobody is at work any more. */
  get idle(): Promise<void> {
    return this.#last;
  }
}
