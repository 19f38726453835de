import { signal } from '@preact/signals';
import type { Journal, JournalEntry } from './journal.js';

const BLOCK = 100;
const MAX_BLOCKS = 20;

/** Entries of a journal in blocks, at most 2,000. The block that was used longest ago gives way. */
export class EntryCache {
  readonly #blocks = new Map<number, Map<number, JournalEntry> | 'loading'>();
  /** The newest revision when a block was read: a block that was not full then is read again. */
  readonly #readAt = new Map<number, number>();
  /** Changes with the entries. */
  readonly version = signal(0);

  constructor(readonly journal: Pick<Journal, 'entries'>) {}

  get(revision: number): JournalEntry | undefined {
    const block = this.#blocks.get(Math.floor(revision / BLOCK));
    return block === undefined || block === 'loading' ? undefined : block.get(revision);
  }

  /** The entries that are known from one revision to another. */
  between(from: number, to: number): readonly JournalEntry[] {
    const found: JournalEntry[] = [];
    for (let index = Math.floor(from / BLOCK); index <= Math.floor(to / BLOCK); index++) {
      const block = this.#blocks.get(index);
      if (block === undefined || block === 'loading') continue;
      for (const entry of block.values())
        if (entry.revision >= from && entry.revision <= to) found.push(entry);
    }
    return found;
  }

  /** Reads what is not known between two revisions. It never rejects: what cannot be read is asked for again later. */
  async want(from: number, to: number, newest: number): Promise<void> {
    const first = Math.max(Math.floor(from / BLOCK), Math.floor(to / BLOCK) - MAX_BLOCKS + 1);
    const reads: Promise<void>[] = [];
    for (let index = first; index <= Math.floor(to / BLOCK); index++)
      if (this.#isWanted(index, newest)) reads.push(this.#read(index, newest));
    await Promise.all(reads);
  }

  get blocks(): number {
    return this.#blocks.size;
  }

  #isWanted(index: number, newest: number): boolean {
    const block = this.#blocks.get(index);
    if (block === 'loading') return false;
    const readAt = this.#readAt.get(index);
    return block === undefined || (readAt! < (index + 1) * BLOCK - 1 && readAt! < newest);
  }

  async #read(index: number, newest: number): Promise<void> {
    const before = this.#blocks.get(index);
    if (before === undefined) this.#blocks.set(index, 'loading');
    this.#readAt.set(index, newest);
    try {
      const known = before instanceof Map ? before : new Map<number, JournalEntry>();
      const from = known.size === 0 ? index * BLOCK : Math.max(...known.keys()) + 1;
      const entries = await this.journal.entries(from, Math.min(newest, (index + 1) * BLOCK - 1));
      this.#blocks.delete(index);
      this.#blocks.set(index, new Map([...known, ...entries.map(entry => [entry.revision, entry] as const)]));
      for (const old of [...this.#blocks.keys()].slice(0, Math.max(0, this.#blocks.size - MAX_BLOCKS))) {
        this.#blocks.delete(old);
        this.#readAt.delete(old);
      }
      this.version.value++;
    } catch {
      this.#readAt.delete(index);
      if (before === undefined) this.#blocks.delete(index);
      else this.#readAt.set(index, Math.max(...(before as Map<number, JournalEntry>).keys(), 0));
    }
  }
}
