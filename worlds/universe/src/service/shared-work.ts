import type { Steps } from '@worldwire/server';
import { ResultCache } from './result-cache.js';

/** Of all results together. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/**
 * Expensive results that several callers want at once, or again. Callers of one result advance the same work, each in its own
 * turns: none pays for it twice, and none waits for another's turn.
 */
export class SharedWork {
  readonly kept = new ResultCache(MAX_KEPT_BYTES);
  readonly #running = new Map<string, Work<unknown>>();

  /** `begin` starts the work where it is not under way. `bytesOf` says what its result holds. */
  *share<Value>(name: string, begin: () => Steps<Value>, bytesOf: (value: Value) => number): Steps<Value> {
    const known = this.kept.get<Value>(name);
    if (known !== undefined) return known;
    const work = (this.#running.get(name) as Work<Value> | undefined) ?? new Work(begin());
    this.#running.set(name, work);
    work.callers++;
    try {
      while (!work.advance()) yield;
      const value = work.result();
      if (this.kept.get(name) === undefined) this.kept.keep(name, value, bytesOf(value));
      return value;
    } finally {
      // The last caller of work that is not done takes it along.
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

  /** Does one step. True when nothing is left to do. */
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
