import { EngineError } from '../port/engine-error.js';
import { KeptOutcomes } from './kept-outcomes.js';

/** Kinds of errors after which nothing was done, or nobody knows: a retry must be let through. */
const OPEN = new Set(['not-ready', 'timeout', 'invalid', 'not-found', 'unsupported']);

/** What became of writes, by their keys, so that a retry gets the same outcome and does nothing again. */
export class OperationKeys {
  readonly #outcomes: KeptOutcomes<unknown>;

  constructor(most: number) {
    this.#outcomes = new KeptOutcomes(most);
  }

  once(key: string, what: string, run: () => Promise<unknown>, owner?: string): Promise<unknown> {
    const known = this.#outcomes.find(key);
    if (known !== undefined) {
      if (known.what === what) return known.outcome;
      return Promise.reject(
        new EngineError('invalid', `the key ${key} stands for another write`, 'send a new key'),
      );
    }
    const kept = this.#outcomes.keep(key, what, run(), owner);
    kept.outcome.catch((thrown: unknown) => {
      if (!(thrown instanceof EngineError) || OPEN.has(thrown.kind)) this.#outcomes.forget(key, kept);
    });
    return kept.outcome;
  }
}
