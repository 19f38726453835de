const MOST = 20;

/** What could not be read, in words: each once, the first of them, and how many more there are. */
export class Notes {
  readonly #said = new Set<string>();
  #more = 0;

  add(...notes: readonly string[]): void {
    for (const note of notes) {
      if (this.#said.has(note)) continue;
      if (this.#said.size < MOST) this.#said.add(note);
      else this.#more++;
    }
  }

  /** As a member of an answer; none where there is nothing to say. */
  get member(): { readonly notes?: readonly string[] } {
    if (this.#said.size === 0) return {};
    const more = this.#more === 0 ? [] : [`There are ${this.#more} more notes like these.`];
    return { notes: [...this.#said, ...more] };
  }
}
