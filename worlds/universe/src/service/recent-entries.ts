import type { Entry } from '@worldwire/journal';

/** The newest entries of a log, for readers who are nearly there. Those further behind read the journal. */
export class RecentEntries {
  #entries: Entry[] = [];
  #characters = 0;

  constructor(
    readonly most: number,
    readonly mostCharacters: number,
  ) {}

  /** Entries as they follow each other, with the characters that they have in the log. */
  add(entries: readonly Entry[], characters: number): void {
    // One by one: there may be more of them than a call takes arguments.
    for (const entry of entries) this.#entries.push(entry);
    this.#characters += characters;
    // A few large ones are not worth their room: those who want them read the journal.
    if (this.#characters > this.mostCharacters) this.#clear();
    // Twice the number, so that room is made once for many entries.
    else if (this.#entries.length > 2 * this.most) this.#keepNewest();
  }

  /** What follows a revision, or undefined when some of it is no longer here. */
  after(revision: number): readonly Entry[] | undefined {
    const first = this.#entries[0]?.revision;
    if (first === undefined || revision + 1 < first) return undefined;
    return revision + 1 === first ? this.#entries : this.#entries.slice(revision + 1 - first);
  }

  #clear(): void {
    this.#entries = [];
    this.#characters = 0;
  }

  #keepNewest(): void {
    this.#characters *= this.most / this.#entries.length;
    this.#entries = this.#entries.slice(-this.most);
  }
}
