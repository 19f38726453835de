import { ByPrincipal } from './by-principal.js';

interface Entry<Value> {
  readonly principal: string;
  readonly key: string;
  readonly value: Value;
}

/**
 * Values by key, of which the newest are kept. Above the number the principal with the most loses its oldest: what one principal keeps
 * is not removed for one that keeps more.
 *
 *     const recordings = new KeptByPrincipal<Recording>(16);
 */
export class KeptByPrincipal<Value> {
  readonly #byKey = new Map<string, Entry<Value>>();
  readonly #places = new ByPrincipal<Entry<Value>>();

  /** `max` is the number of values of all principals. */
  constructor(readonly max: number) {}

  get size(): number {
    return this.#byKey.size;
  }

  /** The keys, oldest first. */
  get keys(): readonly string[] {
    return [...this.#byKey.keys()];
  }

  /** The values, oldest first. */
  get values(): readonly Value[] {
    return [...this.#byKey.values()].map(({ value }) => value);
  }

  get(key: string): Value | undefined {
    return this.#byKey.get(key)?.value;
  }

  /** Keeps the value as the newest. Returns the key of a value that was removed for it. */
  set(principal: string, key: string, value: Value): string | undefined {
    this.delete(key);
    const entry = { principal, key, value };
    this.#byKey.set(key, entry);
    this.#places.add(entry);
    if (this.#byKey.size <= this.max) return undefined;
    const [oldest] = this.#places.largest;
    this.delete((oldest as Entry<Value>).key);
    return oldest?.key;
  }

  /** False if there is no such key. */
  delete(key: string): boolean {
    const entry = this.#byKey.get(key);
    if (entry === undefined) return false;
    this.#byKey.delete(key);
    this.#places.delete(entry);
    return true;
  }
}
