import { MAX_WORDS, type PackageWords, USE_FIELDS, USE_KINDS } from './package-words.js';
import type { WordPool } from './word-pool.js';

/** The words of a package in a file: numbers of the words that stand before it. */
export interface KeptWords {
  readonly names: readonly number[];
  readonly texts: readonly number[];
  readonly uses: readonly number[];
}

/** Numbers the words of the packages in a file. Only words that a package has are kept. */
export class WordWriter {
  /** Words that are new since the last call of `take`. */
  #fresh: string[] = [];
  readonly #pool: WordPool;
  readonly #numbers = new Map<number, number>();

  constructor(pool: WordPool) {
    this.#pool = pool;
  }

  kept({ names, texts, uses }: PackageWords): KeptWords {
    const each = (id: number) => this.#number(id);
    return {
      names: Array.from(names, each),
      texts: Array.from(texts, each),
      uses: Array.from(uses, (field, at) => (at % USE_FIELDS === 0 ? field : this.#number(field))),
    };
  }

  take(): readonly string[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }

  #number(id: number): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(id, number);
    this.#fresh.push(this.#pool.word(id));
    return number;
  }
}

/** Puts the words of a file into a pool. */
export class WordReader {
  readonly #pool: WordPool;
  readonly #ids: number[] = [];

  constructor(pool: WordPool) {
    this.#pool = pool;
  }

  add(words: readonly string[]): void {
    for (const word of words) this.#ids.push(this.#pool.id(word));
  }

  /** Undefined where a number is not that of a word. */
  read(value: unknown): PackageWords | undefined {
    const { names, texts, uses } = (value ?? {}) as Partial<Record<keyof KeptWords, unknown>>;
    if (!this.#areWords(names) || !this.#areWords(texts) || !this.#areUses(uses)) return undefined;
    const id = (number: number) => this.#ids[number] as number;
    return {
      names: Uint32Array.from(names, id),
      texts: Uint32Array.from(texts, id),
      uses: Uint32Array.from(uses, (field, at) => (at % USE_FIELDS === 0 ? field : id(field))),
    };
  }

  #areWords(value: unknown): value is readonly number[] {
    return Array.isArray(value) && value.length <= MAX_WORDS && value.every(each => this.#isWord(each));
  }

  #areUses(value: unknown): value is readonly number[] {
    if (!Array.isArray(value) || value.length > MAX_WORDS * USE_FIELDS || value.length % USE_FIELDS !== 0)
      return false;
    return value.every((field, at) =>
      at % USE_FIELDS === 0 ? Number.isInteger(field) && field in USE_KINDS : this.#isWord(field),
    );
  }

  #isWord(number: unknown): boolean {
    return Number.isInteger(number) && (number as number) >= 0 && (number as number) < this.#ids.length;
  }
}
