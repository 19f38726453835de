interface Place {
  readonly id: string;
  before: Place | null;
  behind: Place | null;
}

/** A list of distinct ids in which every step costs the same, however long the list is. */
export class OrderedIds implements Iterable<string> {
  readonly #places = new Map<string, Place>();
  #first: Place | null = null;
  #last: Place | null = null;

  get size(): number {
    return this.#places.size;
  }

  get last(): string | null {
    return this.#last?.id ?? null;
  }

  has(id: string): boolean {
    return this.#places.has(id);
  }

  /** What stands in front of it; null when it is the first. */
  predecessorOf(id: string): string | null {
    return this.#placeOf(id).before?.id ?? null;
  }

  append(id: string): void {
    this.insertAfter(id, this.last);
  }

  /** Behind `after`, or at the front when that is null. */
  insertAfter(id: string, after: string | null): void {
    if (this.#places.has(id)) throw new Error(`"${id}" is in this list already`);
    const before = after === null ? null : this.#placeOf(after);
    const behind = before === null ? this.#first : before.behind;
    const place: Place = { id, before, behind };
    if (before === null) this.#first = place;
    else before.behind = place;
    if (behind === null) this.#last = place;
    else behind.before = place;
    this.#places.set(id, place);
  }

  /** Returns what stood in front of it, so that it can be put back. */
  remove(id: string): string | null {
    const { before, behind } = this.#placeOf(id);
    if (before === null) this.#first = behind;
    else before.behind = behind;
    if (behind === null) this.#last = before;
    else behind.before = before;
    this.#places.delete(id);
    return before?.id ?? null;
  }

  *[Symbol.iterator](): Iterator<string> {
    for (let place = this.#first; place !== null; place = place.behind) yield place.id;
  }

  #placeOf(id: string): Place {
    const place = this.#places.get(id);
    if (place === undefined) throw new Error(`"${id}" is not in this list`);
    return place;
  }
}
