import type { Entry } from '@worldwire/journal';

/** Characters in the log of the recent entries of all universes. As objects they take about three times as many bytes. */
const MAX_TOTAL_CHARACTERS = 16 * 1024 * 1024;

/** Shared by the recent entries of all universes. */
export class RecentBudget {
  held = 0;

  constructor(readonly max = MAX_TOTAL_CHARACTERS) {}
}

/** The newest entries of a log in memory. Older entries are read from the journal. */
export class RecentEntries {
  #entries: Entry[] = [];
  #characters = 0;

  constructor(
    readonly max: number,
    readonly maxCharacters: number,
    readonly budget: RecentBudget,
  ) {}

  /** Adds the next entries, with the characters that they have in the log. */
  add(entries: readonly Entry[], characters: number): void {
    // Not push(...entries): there may be more entries than a call takes arguments.
    for (const entry of entries) this.#entries.push(entry);
    this.#count(this.#characters + characters);
    // A few large entries are not worth their memory.
    if (this.#characters > this.maxCharacters || this.budget.held > this.budget.max) this.#clear();
    // Trims at twice the number, so that the cost is spread over many entries.
    else if (this.#entries.length > 2 * this.max) this.#keepNewest();
  }

  /** The entries after a revision, or undefined if some of them are not here. */
  after(revision: number): readonly Entry[] | undefined {
    const first = this.#entries[0]?.revision;
    if (first === undefined || revision + 1 < first) return undefined;
    return revision + 1 === first ? this.#entries : this.#entries.slice(revision + 1 - first);
  }

  /** The newest entries before a revision that are here, newest first, at most `max`. */
  *before(revision: number, max: number): Generator<Entry> {
    const first = this.#entries[0]?.revision ?? revision;
    const end = Math.min(this.#entries.length, revision - first);
    for (let index = end - 1; index >= Math.max(0, end - max); index--) yield this.#entries[index] as Entry;
  }

  /** Returns the budget. Readers may still use the entries. */
  end(): void {
    this.#count(0);
  }

  #clear(): void {
    this.#entries = [];
    this.#count(0);
  }

  #count(characters: number): void {
    this.budget.held += characters - this.#characters;
    this.#characters = characters;
  }

  #keepNewest(): void {
    this.#count(Math.ceil((this.#characters * this.max) / this.#entries.length));
    this.#entries = this.#entries.slice(-this.max);
  }
}
