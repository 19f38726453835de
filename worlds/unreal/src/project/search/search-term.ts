import type { SearchKind } from '../../port/operations.js';
import { nameOf, shortName } from '../index/package-entry.js';
import type { WordPool } from '../index/word-pool.js';

/** The words that a query means. */
export class SearchTerm {
  readonly kind: SearchKind;
  /** In lower case. */
  readonly whole: string;
  /** Names that are equal to the query for Unreal, in lower case. */
  readonly #names: ReadonlySet<string>;
  /** A part of names. */
  readonly #part: string;

  /** `native`: the name in Unreal of a class with the queried name in C++. */
  constructor(query: string, kind: SearchKind, native?: string) {
    this.kind = kind;
    this.whole = query.trim().toLowerCase();
    const last = this.whole.includes('/') ? shortName(nameOf(this.whole)).replace(/'$/, '') : this.whole;
    this.#part = kind === 'text' ? this.whole : last;
    const names = new Set([last, last.replaceAll(' ', '')]);
    if (native !== undefined) names.add(native.toLowerCase());
    // Functions for Blueprints have this prefix in C++, and classes of Blueprints this suffix.
    for (const name of [...names]) names.add(`k2_${name}`).add(`${name}_c`).add(name.replace(/_c$/, ''));
    this.#names = names;
  }

  /** A child of a tag counts as the tag. */
  equals(word: string): boolean {
    const folded = word.toLowerCase();
    return this.#names.has(folded) || (this.kind === 'tag' && folded.startsWith(`${this.whole}.`));
  }

  contains(word: string): boolean {
    return word.toLowerCase().includes(this.#part);
  }

  /** The words of a pool that are equal to the term, and those that contain it. */
  wordsIn(pool: WordPool): { readonly equal: Set<number>; readonly containing: Set<number> } {
    const containing = new Set(pool.containing(this.#part));
    const variants = [...this.#names].filter(name => !name.includes(this.#part));
    const others = variants.flatMap(name => pool.containing(name));
    const equal = [...containing, ...others].filter(id => this.equals(pool.word(id)));
    return { equal: new Set(equal), containing };
  }
}
