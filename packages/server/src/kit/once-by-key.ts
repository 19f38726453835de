import { WorldError } from '../api/world-error.js';

/** The outcome of a request, with the digest of that request. */
export interface KnownOutcome<Result> {
  readonly digest: string;
  readonly outcome: Promise<Result>;
}

/** Where `OnceByKey` keeps outcomes. `KeptOutcomes` of @worldwire/engine is one that is bounded fairly between principals. */
export interface OutcomeStore<Result> {
  find(key: string): KnownOutcome<Result> | undefined;
  keep(key: string, digest: string, outcome: Promise<Result>, principal: string): KnownOutcome<Result>;
  forget(key: string, outcome: KnownOutcome<Result>): void;
}

/**
 * Runs a write once per principal and operation key. A retry gets the first outcome. A failure is not kept, so that a retry
 * runs the write again.
 *
 *     const retries = new OnceByKey<object>(store);
 *     const result = await retries.run(principal, key, requestDigest([tool, args]), () => write(args));
 */
export class OnceByKey<Result> {
  readonly #outcomes: OutcomeStore<Result>;

  constructor(outcomes: OutcomeStore<Result>) {
    this.#outcomes = outcomes;
  }

  /** What a principal did with a key, if it is known. */
  find(principal: string, key: string): KnownOutcome<Result> | undefined {
    return this.#outcomes.find(idOf(principal, key));
  }

  /** `retry` wraps the wait for the first outcome, such as `Context.waiting`. */
  async run(
    principal: string,
    key: string,
    digest: string,
    work: () => Promise<Result>,
    retry = (first: Promise<Result>) => first,
  ): Promise<Result> {
    const id = idOf(principal, key);
    const known = this.#outcomes.find(id);
    if (known !== undefined) {
      requireSameRequest(known.digest, digest);
      try {
        return await retry(known.outcome);
      } catch {
        // The first attempt failed while this one waited for it.
      }
    }
    const kept = this.#outcomes.keep(id, digest, work(), principal);
    try {
      return await kept.outcome;
    } catch (thrown) {
      this.#outcomes.forget(id, kept);
      throw thrown;
    }
  }
}

function idOf(principal: string, key: string): string {
  return JSON.stringify([principal, key]);
}

/** Throws where an operation key comes with another request than the first time. */
export function requireSameRequest(known: string, digest: string): void {
  if (known === digest) return;
  throw new WorldError(
    'Conflict',
    'This operation key was used for another request.',
    'Send a new operationKey for each request, and the same one only to retry the same request.',
  );
}
