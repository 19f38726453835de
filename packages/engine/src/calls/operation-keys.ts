import { EngineError } from '../port/engine-error.js';
import { KeptOutcomes } from './kept-outcomes.js';

/** Errors after which nothing was done, or the outcome is unknown: a retry runs again. */
const RETRYABLE = new Set(['not-ready', 'timeout', 'invalid', 'not-found', 'unsupported']);

/** Outcomes of writes by their keys: a retry gets the same outcome and changes nothing. */
export class OperationKeys {
  readonly #outcomes: KeptOutcomes<unknown>;

  constructor(max: number) {
    this.#outcomes = new KeptOutcomes(max);
  }

  once(key: string, digest: string, run: () => Promise<unknown>, owner?: string): Promise<unknown> {
    const known = this.#outcomes.find(key);
    if (known !== undefined) {
      if (known.digest === digest) return known.outcome;
      return Promise.reject(
        new EngineError('invalid', `the key ${key} was used for another write`, 'send a new key'),
      );
    }
    const kept = this.#outcomes.keep(key, digest, run(), owner);
    kept.outcome.catch((thrown: unknown) => {
      if (!(thrown instanceof EngineError) || RETRYABLE.has(thrown.kind)) this.#outcomes.forget(key, kept);
    });
    return kept.outcome;
  }
}
