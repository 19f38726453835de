/** Cannot be in a name or a text of a package. */
const SEPARATOR = '\0';

/** Each distinct name and text of all packages once, with a number, in the order in which they came. */
export class WordPool {
  readonly #words: string[] = [];
  readonly #ids = new Map<string, number>();
  #folded: { readonly text: string; readonly starts: Uint32Array } | undefined;

  get size(): number {
    return this.#words.length;
  }

  id(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    // Bytes of a file are not trusted to be without it.
    const clean = word.includes(SEPARATOR) ? word.replaceAll(SEPARATOR, ' ') : word;
    const id = this.#words.length;
    this.#words.push(clean);
    this.#ids.set(word, id);
    return id;
  }

  word(id: number): string {
    return this.#words[id] ?? '';
  }

  /** The numbers of the words that contain a text in lower case, in order. */
  containing(folded: string): number[] {
    const { text, starts } = this.#text();
    const found: number[] = [];
    if (folded === '' || folded.includes(SEPARATOR)) return found;
    let id = 0;
    for (let at = text.indexOf(folded); at >= 0; at = text.indexOf(folded, starts[id + 1])) {
      id = lastAtMost(starts, at, id);
      found.push(id);
      if (id + 1 >= this.#words.length) break;
    }
    return found;
  }

  /** One text is searched much faster than many words. */
  #text(): { readonly text: string; readonly starts: Uint32Array } {
    if (this.#folded?.starts.length === this.#words.length) return this.#folded;
    const starts = new Uint32Array(this.#words.length);
    let length = 0;
    const folded = this.#words.map((word, id) => {
      const small = word.toLowerCase();
      starts[id] = length;
      length += small.length + 1;
      return small;
    });
    this.#folded = { text: folded.join(SEPARATOR), starts };
    return this.#folded;
  }
}

function lastAtMost(starts: Uint32Array, at: number, from: number): number {
  let [low, high] = [from, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
