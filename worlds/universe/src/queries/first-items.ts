import { compareKeys, type SortKey, type SortOrder } from './sort-order.js';

/** Keeps the first items of a list that is never sorted as a whole: at most twice as many as are wanted. */
export class FirstItems<Item extends SortKey> {
  /** Items that were added, also before `after` or behind the last one kept. */
  total = 0;
  #kept: Item[] = [];
  #following = 0;
  #last: Item | undefined;

  constructor(
    readonly order: SortOrder,
    readonly limit: number,
    /** Only items behind this one are kept. */
    readonly after?: SortKey,
  ) {}

  add(item: Item): void {
    this.total++;
    const { order, after } = this;
    if (after !== undefined && compareKeys(item, after, order) <= 0) return;
    this.#following++;
    if (this.#last !== undefined && compareKeys(item, this.#last, order) > 0) return;
    this.#kept.push(item);
    if (this.#kept.length >= 2 * this.limit) this.#cut();
  }

  /** The items in order, and whether others follow them. */
  finish(): { readonly items: readonly Item[]; readonly more: boolean } {
    this.#cut();
    return { items: this.#kept, more: this.#following > this.#kept.length };
  }

  #cut(): void {
    this.#kept.sort((a, b) => compareKeys(a, b, this.order));
    if (this.#kept.length < this.limit) return;
    this.#kept.length = this.limit;
    this.#last = this.#kept.at(-1);
  }
}
