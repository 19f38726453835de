/** Bytes of results, as JSON, that are kept together. */
const DEFAULT_MAX_BYTES = 8 * 1024 * 1024;

export interface Kept<Result> {
  /** What was done, in few letters. */
  readonly what: string;
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
 * What became of things, by their keys: bounded in number and in bytes. Where there is no room, the owner who has most loses its oldest, so that
 * one caller cannot push out the outcomes of another.
 */
export class KeptOutcomes<Result> {
  readonly #kept = new Map<string, Entry<Result>>();
  readonly #shares = new Map<string, Share>();
  readonly #most: number;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(most: number, maxBytes = DEFAULT_MAX_BYTES) {
    this.#most = most;
    this.#maxBytes = maxBytes;
  }

  find(key: string): Kept<Result> | undefined {
    return this.#kept.get(key);
  }

  /** Keeps it, also a failure, until `forget` is given the same. */
  keep(key: string, what: string, outcome: Promise<Result>, owner = ''): Kept<Result> {
    this.#delete(key);
    const kept = { what, outcome, owner, bytes: 0 };
    this.#kept.set(key, kept);
    this.#count(owner, 1, 0);
    if (this.#kept.size > this.#most) this.#deleteOldest('count');
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

  /** One that is under way takes no bytes yet, and is the one that a retry asks for. */
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
