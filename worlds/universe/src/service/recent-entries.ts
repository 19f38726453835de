import type { Entry } from '@worldwire/journal';

/** The newest entries of a log, for readers who are nearly there. Those further behind read the journal. */
export class RecentEntries {
  #entries: Entry[] = [];

  constructor(readonly most: number) {}

  add(entries: readonly Entry[]): void {
    this.#entries.push(...entries);
    // Twice the number, so that room is made once for many entries.
    if (this.#entries.length > 2 * this.most) this.#entries = this.#entries.slice(-this.most);
  }

  clear(): void {
    this.#entries = [];
  }

  /** What follows a revision, or undefined when some of it is no longer here. */
  after(revision: number): readonly Entry[] | undefined {
    const first = this.#entries[0]?.revision;
    if (first === undefined || revision + 1 < first) return undefined;
    return revision + 1 === first ? this.#entries : this.#entries.slice(revision + 1 - first);
  }
}
