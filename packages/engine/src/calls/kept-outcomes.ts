/** Bytes of all results, as JSON. */
const DEFAULT_MAX_BYTES = 8 * 1024 * 1024;

export interface Kept<Result> {
  /** A digest of the call. */
  readonly digest: string;
  readonly outcome: Promise<Result>;
}

interface Entry<Result> extends Kept<Result> {
  readonly owner: string;
  bytes: number;
}

interface Share {
  count: number;
  bytes: number;
}

/**
 * Outcomes of calls by their keys, bounded in number and in bytes. Above a bound the owner with the largest share loses its oldest, so that one
 * caller cannot evict the outcomes of another.
 */
export class KeptOutcomes<Result> {
  readonly #kept = new Map<string, Entry<Result>>();
  readonly #shares = new Map<string, Share>();
  readonly #max: number;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(max: number, maxBytes = DEFAULT_MAX_BYTES) {
    this.#max = max;
    this.#maxBytes = maxBytes;
  }

  find(key: string): Kept<Result> | undefined {
    return this.#kept.get(key);
  }

  /** Failures are kept too, until `forget`. */
  keep(key: string, digest: string, outcome: Promise<Result>, owner = ''): Kept<Result> {
    this.#delete(key);
    const kept = { digest, outcome, owner, bytes: 0 };
    this.#kept.set(key, kept);
    this.#count(owner, 1, 0);
    if (this.#kept.size > this.#max) this.#deleteOldest('count');
    const measure = (result: Result) => {
      if (this.#kept.get(key) !== kept) return;
      kept.bytes = 2 * (JSON.stringify(result)?.length ?? 0);
      this.#count(owner, 0, kept.bytes);
      while (this.#bytes > this.#maxBytes) this.#deleteOldest('bytes');
    };
    outcome.then(measure, () => {});
    return kept;
  }

  forget(key: string, kept: Kept<Result>): void {
    if (this.#kept.get(key) === kept) this.#delete(key);
  }

  /** Outcomes that are still pending have no bytes yet and are not evicted for bytes. */
  #deleteOldest(by: keyof Share): void {
    const largest = [...this.#shares].reduce((a, b) => (b[1][by] > a[1][by] ? b : a))[0];
    for (const [key, { owner, bytes }] of this.#kept) {
      if (owner === largest && (by === 'count' || bytes > 0)) return this.#delete(key);
    }
  }

  #delete(key: string): void {
    const kept = this.#kept.get(key);
    if (kept === undefined) return;
    this.#kept.delete(key);
    this.#count(kept.owner, -1, -kept.bytes);
  }

  #count(owner: string, count: number, bytes: number): void {
    const share = this.#shares.get(owner) ?? { count: 0, bytes: 0 };
    share.count += count;
    share.bytes += bytes;
    this.#bytes += bytes;
    if (share.count === 0) this.#shares.delete(owner);
    else this.#shares.set(owner, share);
  }
}
