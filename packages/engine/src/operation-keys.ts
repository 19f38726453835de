import { EngineError } from './engine-error.js';

interface Recorded {
  readonly what: string;
  readonly outcome: Promise<unknown>;
}

/** Kinds of errors after which nothing was done, or nobody knows: a retry must be let through. */
const OPEN = new Set(['not-ready', 'timeout', 'invalid', 'not-found', 'unsupported']);

/** What became of writes, by their keys, so that a retry gets the same outcome and does nothing again. */
export class OperationKeys {
  readonly #recorded = new Map<string, Recorded>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  once(key: string, what: string, run: () => Promise<unknown>): Promise<unknown> {
    const known = this.#recorded.get(key);
    if (known !== undefined) {
      if (known.what === what) return known.outcome;
      return Promise.reject(
        new EngineError('invalid', `the key ${key} stands for another write`, 'send a new key'),
      );
    }
    const outcome = run();
    const recorded = { what, outcome };
    this.#recorded.set(key, recorded);
    if (this.#recorded.size > this.#most) this.#recorded.delete(this.#recorded.keys().next().value as string);
    outcome.catch((thrown: unknown) => {
      const open = !(thrown instanceof EngineError) || OPEN.has(thrown.kind);
      if (open && this.#recorded.get(key) === recorded) this.#recorded.delete(key);
    });
    return outcome;
  }
}
