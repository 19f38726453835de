import type { Log } from '@worldwire/server';
import { loadIndex, saveIndex } from './index-file.js';
import type { PackageEntry } from './package-entry.js';

/** What is known of packages from one process to the next. Without it everything is read again, and nothing else. */
export class IndexCache {
  readonly #file: string | undefined;
  readonly #root: string;
  readonly #log: Log;
  #saving: Promise<void> = Promise.resolve();

  constructor(file: string | undefined, root: string, log: Log) {
    this.#file = file;
    this.#root = root;
    this.#log = log;
  }

  async load(): Promise<ReadonlyMap<string, PackageEntry> | undefined> {
    if (this.#file === undefined) return undefined;
    try {
      return await loadIndex(this.#file, this.#root);
    } catch (thrown) {
      this.#failed(thrown, 'kept index cannot be read');
      return undefined;
    }
  }

  save(entries: Iterable<PackageEntry>): void {
    const file = this.#file;
    if (file === undefined) return;
    this.#saving = this.#saving
      .then(() => saveIndex(file, this.#root, entries))
      .catch((thrown: unknown) => this.#failed(thrown, 'index cannot be kept'));
  }

  /** When nothing is being written any more. */
  settled(): Promise<void> {
    return this.#saving;
  }

  #failed(thrown: unknown, message: string): void {
    this.#log.warn({ file: this.#file, reason: (thrown as Error).message }, message);
  }
}
