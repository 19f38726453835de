/** Long enough to read the next page, and short enough that nobody takes an old list for what is there. */
const AGE_MS = 15_000;
const MAX_LISTS = 4;
const MAX_ITEMS = 100_000;

interface Kept<Item> {
  readonly items: readonly Item[];
  readonly timer: NodeJS.Timeout;
}

/**
 * Lists for those who read on: an editor gives a list as a whole, and does not tell when it changes. Whoever begins
 * anew is given a new one.
 */
export class ListCache<Item> {
  readonly #lists = new Map<string, Kept<Item>>();

  get(question: string): readonly Item[] | undefined {
    return this.#lists.get(question)?.items;
  }

  keep(question: string, items: readonly Item[]): void {
    this.#drop(question);
    const timer = setTimeout(() => this.#drop(question), AGE_MS).unref();
    this.#lists.set(question, { items, timer });
    // The oldest first; the only one may be of any length that an editor gives.
    for (const oldest of [...this.#lists.keys()].slice(0, -1)) {
      if (this.#lists.size <= MAX_LISTS && this.#itemCount() <= MAX_ITEMS) return;
      this.#drop(oldest);
    }
  }

  /** Takes out what is not there any more. The list gets no older or younger by it. */
  remove(question: string, gone: ReadonlySet<Item>): void {
    const kept = this.#lists.get(question);
    if (kept === undefined) return;
    this.#lists.set(question, { ...kept, items: kept.items.filter(item => !gone.has(item)) });
  }

  clear(): void {
    for (const question of [...this.#lists.keys()]) this.#drop(question);
  }

  #drop(question: string): void {
    clearTimeout(this.#lists.get(question)?.timer);
    this.#lists.delete(question);
  }

  #itemCount(): number {
    return [...this.#lists.values()].reduce((sum, { items }) => sum + items.length, 0);
  }
}
