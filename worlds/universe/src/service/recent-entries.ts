import type { Entry } from '@worldwire/journal';

/** The newest entries of a log, for readers who are nearly there. Those further behind read the journal. */
export class RecentEntries {
  #entries: Entry[] = [];
  #characters = 0;

  constructor(
    readonly most: number,
    readonly mostCharacters: number,
  ) {}

  add(entries: readonly Entry[]): void {
    this.#entries.push(...entries);
    for (const { changes } of entries) this.#characters += JSON.stringify(changes).length;
    // A few large ones are not worth their room: those who want them read the journal.
    if (this.#characters > this.mostCharacters) this.clear();
    // Twice the number, so that room is made once for many entries.
    else if (this.#entries.length > 2 * this.most) this.#keepNewest();
  }

  clear(): void {
    this.#entries = [];
    this.#characters = 0;
  }

  /** What follows a revision, or undefined when some of it is no longer here. */
  after(revision: number): readonly Entry[] | undefined {
    const first = this.#entries[0]?.revision;
    if (first === undefined || revision + 1 < first) return undefined;
    return revision + 1 === first ? this.#entries : this.#entries.slice(revision + 1 - first);
  }

  #keepNewest(): void {
    const share = this.most / this.#entries.length;
    this.#entries = this.#entries.slice(-this.most);
    this.#characters *= share;
  }
}
