import type { Steps } from '@worldwire/server';
import { BoundedCache } from '@worldwire/server/kit';

const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/** Expensive results for several callers. All callers of a result advance the same work, each in its own turns. */
export class SharedWork {
  readonly cache = new BoundedCache<unknown>({ maxSize: MAX_CACHED_BYTES });
  readonly #running = new Map<string, Work<unknown>>();

  /** `begin` starts the work unless it is running. `bytesOf` measures the result for the cache. */
  *share<Value>(name: string, begin: () => Steps<Value>, bytesOf: (value: Value) => number): Steps<Value> {
    const known = this.cache.get(name) as Value | undefined;
    if (known !== undefined) return known;
    const work = (this.#running.get(name) as Work<Value> | undefined) ?? new Work(begin());
    this.#running.set(name, work);
    work.callers++;
    try {
      while (!work.advance()) yield;
      const value = work.result();
      if (this.cache.get(name) === undefined) this.cache.set(name, value, bytesOf(value));
      return value;
    } finally {
      // Unfinished work ends with its last caller.
      if (--work.callers === 0 && this.#running.get(name) === work) this.#running.delete(name);
    }
  }
}

class Work<Value> {
  callers = 0;
  readonly #steps: Steps<Value>;
  #outcome: { readonly value: Value } | { readonly reason: unknown } | undefined;

  constructor(steps: Steps<Value>) {
    this.#steps = steps;
  }

  /** Runs one step. True when the work is done. */
  advance(): boolean {
    if (this.#outcome !== undefined) return true;
    try {
      const { done, value } = this.#steps.next();
      if (done === true) this.#outcome = { value };
    } catch (reason) {
      this.#outcome = { reason };
    }
    return this.#outcome !== undefined;
  }

  result(): Value {
    if (this.#outcome === undefined) throw new Error('The work is not done.');
    if ('reason' in this.#outcome) throw this.#outcome.reason;
    return this.#outcome.value;
  }
}
