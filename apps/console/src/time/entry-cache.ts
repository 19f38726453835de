import { signal } from '@preact/signals';
import type { Journal, JournalEntry } from './journal.js';

const BLOCK = 100;
const MAX_BLOCKS = 20;

/** Entries of a journal in blocks, at most 2,000. The block that was used longest ago gives way. */
export class EntryCache {
  readonly #blocks = new Map<number, ReadonlyMap<number, JournalEntry>>();
  readonly #reading = new Set<number>();
  #newest = 0;
  /** The newest revision when a block was read: a block that was not full then is read again. */
  readonly #readAt = new Map<number, number>();
  /** Changes with the entries. */
  readonly version = signal(0);

  constructor(readonly journal: Pick<Journal, 'entries'>) {}

  get(revision: number): JournalEntry | undefined {
    return this.#blocks.get(Math.floor(revision / BLOCK))?.get(revision);
  }

  /** The entries that are known from one revision to another. */
  between(from: number, to: number): readonly JournalEntry[] {
    const found: JournalEntry[] = [];
    for (let index = Math.floor(from / BLOCK); index <= Math.floor(to / BLOCK); index++) {
      for (const entry of this.#blocks.get(index)?.values() ?? [])
        if (entry.revision >= from && entry.revision <= to) found.push(entry);
    }
    return found;
  }

  /** Reads what is not known between two revisions. It never rejects: what cannot be read is asked for again later. */
  async want(from: number, to: number, newest: number): Promise<void> {
    const first = Math.max(Math.floor(from / BLOCK), Math.floor(to / BLOCK) - MAX_BLOCKS + 1);
    this.#newest = Math.max(this.#newest, newest);
    const reads: Promise<void>[] = [];
    for (let index = first; index <= Math.floor(to / BLOCK); index++)
      if (this.#isWanted(index, newest)) reads.push(this.#read(index, newest));
    await Promise.all(reads);
  }

  get blocks(): number {
    return this.#blocks.size;
  }

  #isWanted(index: number, newest: number): boolean {
    if (this.#reading.has(index)) return false;
    const readAt = this.#readAt.get(index);
    return readAt === undefined || (readAt < (index + 1) * BLOCK - 1 && readAt < newest);
  }

  async #read(index: number, newest: number): Promise<void> {
    this.#reading.add(index);
    const known = this.#blocks.get(index) ?? new Map<number, JournalEntry>();
    const from = known.size === 0 ? index * BLOCK : Math.max(...known.keys()) + 1;
    try {
      const entries = await this.journal.entries(from, Math.min(newest, (index + 1) * BLOCK - 1));
      this.#blocks.delete(index);
      this.#blocks.set(index, new Map([...known, ...entries.map(entry => [entry.revision, entry] as const)]));
      this.#readAt.set(index, newest);
      for (const old of [...this.#blocks.keys()].slice(0, Math.max(0, this.#blocks.size - MAX_BLOCKS))) {
        this.#blocks.delete(old);
        this.#readAt.delete(old);
      }
      this.version.value++;
    } catch {
      return;
    } finally {
      this.#reading.delete(index);
    }
    // Revisions that came while it was read.
    if (this.#readAt.has(index) && this.#isWanted(index, this.#newest)) await this.#read(index, this.#newest);
  }
}
