import type { TimeSlice } from '../../work/time-slice.js';

/** Cannot be in a name or a text of a package. */
const SEPARATOR = '\0';
/** Characters that are searched in one pass. A longer text could exceed the largest length of a string. */
const MAX_CHUNK = 1024 * 1024;
/** Characters of a word that are searched. Names and texts of packages are shorter. */
const MAX_SEARCHED = 4_096;

/** Consecutive words in lower case as one text, which is searched much faster than many words. */
interface Chunk {
  readonly text: string;
  /** The number of the first word. */
  readonly first: number;
  /** Where each word starts. */
  readonly starts: Uint32Array;
}

/** Each distinct name and text of all packages once, with a number, in the order in which they came. */
export class WordPool {
  readonly #words: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #chunks: Chunk[] = [];

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

  /** Prepares a search, which would otherwise hold the event loop. */
  async fold(slice: TimeSlice): Promise<void> {
    while (this.#foldChunk()) if (slice.isOver) await slice.yieldToEventLoop();
  }

  /** The numbers of the words that contain a text in lower case, in order. */
  containing(folded: string): number[] {
    while (this.#foldChunk());
    if (folded === '' || folded.includes(SEPARATOR)) return [];
    const found: number[] = [];
    for (const chunk of this.#chunks) addContaining(found, chunk, folded);
    return found;
  }

  /** Returns false if there are no more words. A chunk with few words is made again with those that came since. */
  #foldChunk(): boolean {
    const last = this.#chunks.at(-1);
    const done = last === undefined ? 0 : last.first + last.starts.length;
    if (done === this.#words.length) return false;
    const isOpen = last !== undefined && last.text.length < MAX_CHUNK;
    if (isOpen) this.#chunks.pop();
    const first = isOpen ? last.first : done;
    const starts: number[] = [];
    const words: string[] = [];
    let length = 0;
    for (let id = first; id < this.#words.length && length < MAX_CHUNK; id++) {
      const small = this.word(id).slice(0, MAX_SEARCHED).toLowerCase();
      starts.push(length);
      words.push(small);
      length += small.length + 1;
    }
    this.#chunks.push({ text: words.join(SEPARATOR), first, starts: Uint32Array.from(starts) });
    return true;
  }
}

function addContaining(found: number[], { text, first, starts }: Chunk, folded: string): void {
  let index = 0;
  for (let at = text.indexOf(folded); at >= 0; at = text.indexOf(folded, starts[index + 1])) {
    index = lastAtMost(starts, at, index);
    found.push(first + index);
    if (index + 1 >= starts.length) break;
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
