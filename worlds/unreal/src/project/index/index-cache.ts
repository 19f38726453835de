import type { Log } from '@worldwire/server';
import { loadIndex, saveIndex } from './index-file.js';
import type { PackageEntry } from './package-entry.js';
import type { WordPool } from './word-pool.js';

/** Keeps the index for the next process, which then reads only changed files. */
export class IndexCache {
  readonly #file: string | undefined;
  readonly #root: string;
  readonly #words: WordPool;
  readonly #log: Log;
  #saving: Promise<void> = Promise.resolve();

  constructor(file: string | undefined, root: string, words: WordPool, log: Log) {
    this.#file = file;
    this.#root = root;
    this.#words = words;
    this.#log = log;
  }

  async load(): Promise<ReadonlyMap<string, PackageEntry> | undefined> {
    if (this.#file === undefined) return undefined;
    try {
      return await loadIndex(this.#file, this.#root, this.#words);
    } catch (thrown) {
      this.#failed(thrown, 'the saved index cannot be read');
      return undefined;
    }
  }

  save(entries: Iterable<PackageEntry>): void {
    const file = this.#file;
    if (file === undefined) return;
    this.#saving = this.#saving
      .then(() => saveIndex(file, this.#root, entries, this.#words))
      .catch((thrown: unknown) => this.#failed(thrown, 'the index cannot be saved'));
  }

  /** Resolves when the last save has ended. */
  settled(): Promise<void> {
    return this.#saving;
  }

  #failed(thrown: unknown, message: string): void {
    this.#log.warn({ file: this.#file, reason: (thrown as Error).message }, message);
  }
}
