import type { Entry } from '@worldwire/journal';

/** Characters of recent entries that all universes hold together. As objects they take about three times as many bytes. */
const MAX_TOTAL_CHARACTERS = 16 * 1024 * 1024;

/** What the recent entries of all universes take together. */
export class RecentBudget {
  held = 0;

  constructor(readonly max = MAX_TOTAL_CHARACTERS) {}
}

/** The newest entries of a log, for readers who are nearly there. Those further behind read the journal. */
export class RecentEntries {
  #entries: Entry[] = [];
  #characters = 0;

  constructor(
    readonly most: number,
    readonly mostCharacters: number,
    readonly room: RecentBudget,
  ) {}

  /** Entries as they follow each other, with the characters that they have in the log. */
  add(entries: readonly Entry[], characters: number): void {
    // One by one: there may be more of them than a call takes arguments.
    for (const entry of entries) this.#entries.push(entry);
    this.#count(this.#characters + characters);
    // A few large ones are not worth their room: those who want them read the journal.
    if (this.#characters > this.mostCharacters || this.room.held > this.room.max) this.#clear();
    // Twice the number, so that room is made once for many entries.
    else if (this.#entries.length > 2 * this.most) this.#keepNewest();
  }

  /** What follows a revision, or undefined when some of it is no longer here. */
  after(revision: number): readonly Entry[] | undefined {
    const first = this.#entries[0]?.revision;
    if (first === undefined || revision + 1 < first) return undefined;
    return revision + 1 === first ? this.#entries : this.#entries.slice(revision + 1 - first);
  }

  /** No more are added. Those that are held go with whoever reads them. */
  end(): void {
    this.#count(0);
  }

  #clear(): void {
    this.#entries = [];
    this.#count(0);
  }

  #count(characters: number): void {
    this.room.held += characters - this.#characters;
    this.#characters = characters;
  }

  #keepNewest(): void {
    this.#count(Math.ceil((this.#characters * this.most) / this.#entries.length));
    this.#entries = this.#entries.slice(-this.most);
  }
}
