/**
 * A Map for values that every request adds and removes. A Map allocates a new table every few dozen operations, and the old
 * tables keep their values in memory until a full collection: a call in flight with its whole request. This one has each
 * value in a holder, which is emptied when the value is removed.
 */
export class BriefMap<Key, Value extends {}> {
  readonly #holders = new Map<Key, { value: Value | undefined }>();

  get size(): number {
    return this.#holders.size;
  }

  get(key: Key): Value | undefined {
    return this.#holders.get(key)?.value;
  }

  set(key: Key, value: Value): void {
    const holder = this.#holders.get(key);
    if (holder === undefined) this.#holders.set(key, { value });
    else holder.value = value;
  }

  /** Removes a value and returns it. */
  take(key: Key): Value | undefined {
    const holder = this.#holders.get(key);
    if (holder === undefined) return undefined;
    const { value } = holder;
    holder.value = undefined;
    this.#holders.delete(key);
    return value;
  }

  *values(): Generator<Value> {
    for (const { value } of this.#holders.values()) if (value !== undefined) yield value;
  }
}
