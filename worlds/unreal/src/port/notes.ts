const MAX_NOTES = 20;

/** Notes on what could not be read: the first distinct ones, and the number of the others. */
export class Notes {
  readonly #notes = new Set<string>();
  #more = 0;

  add(...notes: readonly string[]): void {
    for (const note of notes) {
      if (this.#notes.has(note)) continue;
      if (this.#notes.size < MAX_NOTES) this.#notes.add(note);
      else this.#more++;
    }
  }

  /** As a member of an answer; empty without notes. */
  get member(): { readonly notes?: readonly string[] } {
    if (this.#notes.size === 0) return {};
    const more = this.#more === 0 ? [] : [`${this.#more} more notes are left out.`];
    return { notes: [...this.#notes, ...more] };
  }
}
