/** The values of a key in order. Changes take constant time. */
export class IniValues implements Iterable<string> {
  readonly #places = new Map<number, string>();
  readonly #placesOf = new Map<string, number[]>();
  #next = 0;

  get size(): number {
    return this.#places.size;
  }

  has(value: string): boolean {
    return this.#placesOf.has(value);
  }

  /** Adds the value also where it exists. */
  add(value: string): void {
    const place = this.#next++;
    this.#places.set(place, value);
    const known = this.#placesOf.get(value);
    if (known === undefined) this.#placesOf.set(value, [place]);
    else known.push(place);
  }

  /** Removes every copy of the value. */
  delete(value: string): void {
    for (const place of this.#placesOf.get(value) ?? []) this.#places.delete(place);
    this.#placesOf.delete(value);
  }

  clear(): void {
    this.#places.clear();
    this.#placesOf.clear();
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#places.values();
  }
}
