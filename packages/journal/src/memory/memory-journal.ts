import { randomUUID } from 'node:crypto';
import { check } from '../contract/argument-checks.js';
import { JournalConflict, JournalUnavailable } from '../contract/errors.js';
import {
  type Append,
  type Bookmark,
  type Created,
  type Entry,
  type Expected,
  type Head,
  isExpected,
  type Journal,
  type ListOptions,
  type NewLog,
  type Recorded,
  type Snapshot,
} from '../contract/journal.js';
import { decodeEntry, type EntryRow, encodeEntry } from '../rows/entry-row.js';
import { charactersOf, page } from '../rows/page.js';
import { SortedIds } from './sorted-ids.js';

interface Log {
  head: Head;
  /** Without the oldest, where there is a limit: the first row has the revision `dropped + 1`. */
  readonly rows: EntryRow[];
  dropped: number;
  characters: number;
  readonly operations: Map<string, Recorded>;
  snapshot: Snapshot;
  /** Oldest first, from the state at revision 0. */
  readonly kept: Snapshot[];
  readonly bookmarks: Map<string, Bookmark>;
  removed: boolean;
}

export interface MemoryJournalOptions {
  /** Of the entries of one log. Above this the oldest are dropped with their keys, and reads begin after them. Default: no limit. */
  readonly maxCharacters?: number;
}

/** Keeps logs for the lifetime of the process. Entries are stored as text, so that callers cannot change them. */
export class MemoryJournal implements Journal {
  readonly #maxCharacters: number;
  readonly #logs = new Map<string, Log>();
  readonly #ids = new SortedIds();
  readonly #creations = new Map<string, { readonly log: Log; readonly fingerprint: string }>();
  #closed = false;

  constructor({ maxCharacters = Number.POSITIVE_INFINITY }: MemoryJournalOptions = {}) {
    this.#maxCharacters = maxCharacters;
  }

  async create(log: NewLog): Promise<Created> {
    this.#checkOpen();
    check.create(log);
    const { id, name, at, state, operation } = log;
    const key = operation && keyOf(operation.principal, operation.key);
    const before = key === undefined ? undefined : this.#creations.get(key);
    if (before !== undefined) {
      if (before.fingerprint !== operation?.fingerprint) throw JournalConflict.keyTaken();
      if (before.log.removed) throw JournalConflict.removed();
      return { head: before.log.head, replayed: true };
    }
    if (this.#logs.has(id)) throw JournalConflict.idTaken(id);
    const head = { id, incarnation: randomUUID(), name, createdAt: at, updatedAt: at, revision: 0 };
    const snapshot = { revision: 0, state };
    const made: Log = {
      ...{ head, rows: [], dropped: 0, characters: 0, operations: new Map(), snapshot, removed: false },
      ...{ kept: [snapshot], bookmarks: new Map() },
    };
    this.#logs.set(id, made);
    this.#ids.add(id);
    if (key !== undefined) this.#creations.set(key, { log: made, fingerprint: operation!.fingerprint });
    return { head, replayed: false };
  }

  async find(id: string): Promise<Head | undefined> {
    return this.#log(id)?.head;
  }

  async list(options: ListOptions): Promise<readonly Head[]> {
    this.#checkOpen();
    check.list(options);
    const { after, limit } = options;
    return this.#ids.after(after, limit).map(id => this.#logs.get(id)!.head);
  }

  async rename(id: string, name: string, at: string, expected: Expected = {}): Promise<boolean> {
    check.rename(id, name, at, expected);
    const log = this.#log(id);
    if (log === undefined) return false;
    if (!isExpected(log.head, expected)) throw JournalConflict.unexpected(id);
    log.head = { ...log.head, name, updatedAt: at };
    return true;
  }

  async remove(id: string, expected: Expected = {}): Promise<boolean> {
    check.remove(id, expected);
    const log = this.#log(id);
    if (log === undefined) return false;
    if (!isExpected(log.head, expected)) throw JournalConflict.unexpected(id);
    log.removed = true;
    log.rows.length = 0;
    this.#ids.delete(id);
    return this.#logs.delete(id);
  }

  async append(append: Append): Promise<number> {
    check.append(append);
    const { id, expected = {}, after, entries, operations = [], name } = append;
    const log = this.#log(id);
    if (log === undefined || !isExpected(log.head, { ...expected, revision: after })) {
      throw JournalConflict.moved(id, after);
    }
    const keys = operations.map(({ principal, key }) => keyOf(principal, key));
    if (new Set(keys).size < keys.length || keys.some(key => log.operations.has(key))) {
      throw JournalConflict.keyTaken();
    }
    const rows = entries.map(encodeEntry);
    for (const row of rows) log.rows.push(row);
    for (const [index, { first, last, fingerprint }] of operations.entries()) {
      log.operations.set(keys[index]!, { first, last, fingerprint });
    }
    const { revision, at } = rows.at(-1)!;
    log.head = { ...log.head, revision, updatedAt: at, ...(name !== undefined && { name }) };
    const characters = charactersOf(rows);
    log.characters += characters;
    this.#dropOldest(log);
    return characters;
  }

  /** Keeps the newest row in any case. */
  #dropOldest(log: Log): void {
    if (log.characters <= this.#maxCharacters) return;
    let count = 0;
    for (; log.characters > this.#maxCharacters && count < log.rows.length - 1; count++) {
      log.characters -= charactersOf([log.rows[count] as EntryRow]);
    }
    log.rows.splice(0, count);
    log.dropped += count;
    // In the order of their entries.
    for (const [key, { last }] of log.operations) {
      if (last > log.dropped) break;
      log.operations.delete(key);
    }
  }

  async read(id: string, after: number, limit: number, incarnation?: string): Promise<readonly Entry[]> {
    check.read(id, after, limit, incarnation);
    const { rows, dropped } = this.#log(id, incarnation) ?? NO_ROWS;
    const first = Math.max(0, after - dropped);
    return page(rows.slice(first, first + limit)).rows.map(decodeEntry);
  }

  async readBack(
    id: string,
    before: number | undefined,
    limit: number,
    incarnation?: string,
  ): Promise<readonly Entry[]> {
    check.readBack(id, before, limit, incarnation);
    const { rows, dropped } = this.#log(id, incarnation) ?? NO_ROWS;
    const end = Math.min(rows.length, Math.max(0, (before ?? Number.POSITIVE_INFINITY) - 1 - dropped));
    return page(rows.slice(Math.max(0, end - limit), end).reverse()).rows.map(decodeEntry);
  }

  async recorded(
    id: string,
    principal: string,
    key: string,
    incarnation?: string,
  ): Promise<Recorded | undefined> {
    check.recorded(id, principal, key, incarnation);
    return this.#log(id, incarnation)?.operations.get(keyOf(principal, key));
  }

  async snapshot(id: string, incarnation?: string): Promise<Snapshot | undefined> {
    return this.#log(id, incarnation)?.snapshot;
  }

  /** A snapshot in memory cannot be damaged, so it needs no substitute. */
  async origin(): Promise<undefined> {
    this.#checkOpen();
  }

  async snapshotAt(id: string, revision: number, incarnation?: string): Promise<Snapshot | undefined> {
    check.snapshotAt(id, revision, incarnation);
    const log = this.#log(id, incarnation);
    if (log === undefined) return undefined;
    return [...log.kept, log.snapshot].findLast(snapshot => snapshot.revision <= revision);
  }

  async saveSnapshot(id: string, snapshot: Snapshot, incarnation?: string, spacing?: number): Promise<void> {
    check.saveSnapshot(id, snapshot, incarnation, spacing);
    const { revision, state } = snapshot;
    const log = this.#log(id, incarnation);
    if (log === undefined || revision > log.head.revision || revision < log.snapshot.revision) return;
    log.snapshot = { revision, state };
    if (spacing !== undefined && revision - log.kept.at(-1)!.revision >= spacing) log.kept.push(log.snapshot);
  }

  async bookmarks(id: string, incarnation?: string): Promise<readonly Bookmark[]> {
    const bookmarks = this.#log(id, incarnation)?.bookmarks.values() ?? [];
    return [...bookmarks].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async saveBookmark(id: string, bookmark: Bookmark, incarnation?: string): Promise<boolean> {
    check.bookmark(id, bookmark, incarnation);
    const log = this.#log(id, incarnation);
    if (log === undefined || bookmark.revision > log.head.revision) return false;
    const { name, revision, at, principal } = bookmark;
    log.bookmarks.set(name, { name, revision, at, principal });
    return true;
  }

  async removeBookmark(id: string, name: string, incarnation?: string): Promise<boolean> {
    check.bookmarkName(id, name, incarnation);
    return this.#log(id, incarnation)?.bookmarks.delete(name) ?? false;
  }

  async verify(): Promise<readonly string[]> {
    this.#checkOpen();
    return [];
  }

  /** No other process can write to this memory. */
  watch(): () => void {
    return () => {};
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #log(id: string, incarnation?: string): Log | undefined {
    this.#checkOpen();
    check.log(id, incarnation);
    const log = this.#logs.get(id);
    return log !== undefined && isExpected(log.head, incarnation === undefined ? {} : { incarnation })
      ? log
      : undefined;
  }

  #checkOpen(): void {
    if (this.#closed) throw JournalUnavailable.closed();
  }
}

const NO_ROWS: Pick<Log, 'rows' | 'dropped'> = { rows: [], dropped: 0 };

/** Neither part can contain a NUL. */
function keyOf(principal: string, key: string): string {
  return `${principal}\0${key}`;
}
