interface Node {
  readonly id: string;
  previous: Node | null;
  next: Node | null;
}

/** A linked list of distinct ids with constant-time operations. */
export class OrderedIds implements Iterable<string> {
  readonly #nodes = new Map<string, Node>();
  #first: Node | null = null;
  #last: Node | null = null;

  get size(): number {
    return this.#nodes.size;
  }

  get last(): string | null {
    return this.#last?.id ?? null;
  }

  has(id: string): boolean {
    return this.#nodes.has(id);
  }

  /** Null for the first. */
  predecessorOf(id: string): string | null {
    return this.#nodeOf(id).previous?.id ?? null;
  }

  append(id: string): void {
    this.insertAfter(id, this.last);
  }

  /** Null: at the front. */
  insertAfter(id: string, after: string | null): void {
    if (this.#nodes.has(id)) throw new Error(`"${id}" is already in this list`);
    const previous = after === null ? null : this.#nodeOf(after);
    const next = previous === null ? this.#first : previous.next;
    const node: Node = { id, previous, next };
    if (previous === null) this.#first = node;
    else previous.next = node;
    if (next === null) this.#last = node;
    else next.previous = node;
    this.#nodes.set(id, node);
  }

  /** Returns its predecessor. */
  remove(id: string): string | null {
    const { previous, next } = this.#nodeOf(id);
    if (previous === null) this.#first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    this.#nodes.delete(id);
    return previous?.id ?? null;
  }

  *[Symbol.iterator](): Iterator<string> {
    for (let node = this.#first; node !== null; node = node.next) yield node.id;
  }

  #nodeOf(id: string): Node {
    const node = this.#nodes.get(id);
    if (node === undefined) throw new Error(`"${id}" is not in this list`);
    return node;
  }
}
