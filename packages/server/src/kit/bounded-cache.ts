export interface BoundedCacheOptions {
  /** Of all values together, in the unit of the sizes given to `set`. */
  readonly maxSize?: number;
  readonly maxEntries?: number;
  /** How long an entry is kept after it was set. */
  readonly ttlMs?: number;
  /** Keeps the entry that was set last even where it is larger than `maxSize`. Without it, such an entry is not kept. */
  readonly keepsNewest?: boolean;
}

interface Entry<Value> {
  readonly value: Value;
  readonly size: number;
  readonly timer: NodeJS.Timeout | undefined;
}

/**
 * Values that may be wanted again, within bounds. The entry that was used longest ago goes first.
 *
 *     const pictures = new BoundedCache<Buffer>({ maxSize: 32 * 1024 * 1024 });
 *     pictures.set('sol@12', png, png.byteLength);
 */
export class BoundedCache<Value> {
  /** A map keeps the order of insertion: the entry that was used last is at its end. */
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #maxSize: number;
  readonly #maxEntries: number;
  readonly #ttlMs: number | undefined;
  readonly #keepsNewest: boolean;
  #size = 0;

  constructor({
    maxSize = Number.POSITIVE_INFINITY,
    maxEntries = Number.POSITIVE_INFINITY,
    ttlMs,
    keepsNewest = false,
  }: BoundedCacheOptions) {
    this.#maxSize = maxSize;
    this.#maxEntries = maxEntries;
    this.#ttlMs = ttlMs;
    this.#keepsNewest = keepsNewest;
  }

  /** Of all values together. */
  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, size = 1): void {
    this.delete(key);
    if (size > this.#maxSize && !this.#keepsNewest) return;
    const timer =
      this.#ttlMs === undefined ? undefined : setTimeout(() => this.delete(key), this.#ttlMs).unref();
    this.#entries.set(key, { value, size, timer });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize && this.#entries.size <= this.#maxEntries) return;
      if (oldest !== key) this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    this.#entries.delete(key);
    this.#size -= entry.size;
  }

  clear(): void {
    for (const key of this.#entries.keys()) this.delete(key);
  }
}
