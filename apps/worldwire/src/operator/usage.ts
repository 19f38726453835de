import type { Usage } from './operated.js';

const MAX_PRINCIPALS = 10_000;
const DENIED = 'PermissionDenied';

/** Counts the calls of each principal. When all places are taken, the principal that was first is forgotten. */
export class PrincipalUsage {
  readonly #byName = new Map<string, Usage>();

  constructor(readonly date: () => number) {}

  /** Counts a finished call. `failure` is the kind of its error. */
  count(principal: string, failure: string | undefined): void {
    const usage = this.#byName.get(principal) ?? this.#add(principal);
    usage.calls++;
    usage.lastCall = this.date();
    if (failure === undefined) return;
    usage.errors++;
    if (failure === DENIED) usage.denied++;
  }

  [Symbol.iterator](): Iterator<readonly [string, Usage]> {
    return this.#byName.entries();
  }

  #add(principal: string): Usage {
    if (this.#byName.size >= MAX_PRINCIPALS) {
      const [first] = this.#byName.keys();
      this.#byName.delete(first as string);
    }
    const usage = { calls: 0, errors: 0, denied: 0, lastCall: 0 };
    this.#byName.set(principal, usage);
    return usage;
  }
}
