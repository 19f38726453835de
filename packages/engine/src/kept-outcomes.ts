/** Characters of results, as JSON, that are kept together. */
const MOST_CHARACTERS = 64 * 1024 * 1024;

export interface Kept<Result> {
  /** What was done, in few letters. */
  readonly what: string;
  readonly outcome: Promise<Result>;
}

/** What became of things, by their keys: bounded in number and in size, and the oldest are forgotten first. */
export class KeptOutcomes<Result> {
  readonly #kept = new Map<string, Kept<Result> & { characters: number }>();
  readonly #most: number;
  readonly #mostCharacters: number;
  #characters = 0;

  constructor(most: number, mostCharacters = MOST_CHARACTERS) {
    this.#most = most;
    this.#mostCharacters = mostCharacters;
  }

  find(key: string): Kept<Result> | undefined {
    return this.#kept.get(key);
  }

  /** Keeps it, also a failure, until `forget` is given the same. */
  keep(key: string, what: string, outcome: Promise<Result>): Kept<Result> {
    this.#delete(key);
    const kept = { what, outcome, characters: 0 };
    this.#kept.set(key, kept);
    this.#bound();
    const measure = (result: Result) => {
      if (this.#kept.get(key) !== kept) return;
      kept.characters = JSON.stringify(result)?.length ?? 0;
      this.#characters += kept.characters;
      this.#bound();
    };
    outcome.then(measure, () => {});
    return kept;
  }

  forget(key: string, kept: Kept<Result>): void {
    if (this.#kept.get(key) === kept) this.#delete(key);
  }

  #bound(): void {
    for (const [key, { characters }] of this.#kept) {
      const tooLong = this.#characters > this.#mostCharacters;
      if (this.#kept.size <= this.#most && !tooLong) return;
      // One that is under way takes no room yet, and is the one that a retry asks for.
      if (!tooLong || characters > 0) this.#delete(key);
    }
  }

  #delete(key: string): void {
    this.#characters -= this.#kept.get(key)?.characters ?? 0;
    this.#kept.delete(key);
  }
}
