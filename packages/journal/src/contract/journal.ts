/** A JSON value. The journal stores it without reading it. */
export type Json = unknown;

/** The idempotency key of an operation. Keys of different principals are independent. */
export interface OperationKey {
  readonly principal: string;
  readonly key: string;
  /** A digest of the request. The same key with another fingerprint is a mistake of the caller. */
  readonly fingerprint: string;
}

/** One recorded operation of a log. */
export interface Entry {
  /** 1, 2, 3 … without a gap. */
  readonly revision: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly principal: string;
  /** The name of the client that the principal used. */
  readonly client?: string;
  readonly key?: string;
  readonly command: Json;
  readonly events: Json;
  /** The effect on the state, enough to replay the entry without the domain. */
  readonly changes: Json;
  /** The changes that undo it. */
  readonly inverse: Json;
  /** The revision that this entry undoes. */
  readonly undoes?: number;
}

export interface Head {
  readonly id: string;
  /** Differs between logs that had the same id one after the other. */
  readonly incarnation: string;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Of the newest entry; 0 before the first. */
  readonly revision: number;
}

/** The state at a revision, as JSON text. */
export interface Snapshot {
  readonly revision: number;
  readonly state: string;
}

/** A name for a revision of a log. */
export interface Bookmark {
  readonly name: string;
  readonly revision: number;
  /** When it was set: ISO 8601, UTC. */
  readonly at: string;
  readonly principal: string;
}

/** The entries of an operation key. */
export interface Recorded {
  readonly first: number;
  readonly last: number;
  readonly fingerprint: string;
}

/** What a writer expects of a log. An absent field matches any value. */
export type Expected = Partial<Pick<Head, 'incarnation' | 'name' | 'revision'>>;

export interface NewLog {
  readonly id: string;
  readonly name: string;
  readonly at: string;
  /** The state at revision 0. */
  readonly state: string;
  /** A retry with the same key returns the log that the first request created. */
  readonly operation?: OperationKey;
}

export interface Created {
  readonly head: Head;
  /** Whether an earlier request with the same key created the log. */
  readonly replayed: boolean;
}

export interface ListOptions {
  readonly after?: string;
  readonly limit: number;
}

export interface Append {
  readonly id: string;
  readonly expected?: Pick<Expected, 'incarnation' | 'name'>;
  /** The revision that the first entry follows. */
  readonly after: number;
  /** At least one, with dense revisions from `after + 1`. All of them are stored, or none. */
  readonly entries: readonly Entry[];
  /** Operation keys, each for a range of the entries. */
  readonly operations?: readonly (OperationKey & { readonly first: number; readonly last: number })[];
  /** Renames the log in the same commit. */
  readonly name?: string;
}

/**
 * Append-only logs, one per universe. A promise resolves after the commit. It rejects with
 * - JournalConflict: nothing was written;
 * - JournalUnavailable: the outcome is unknown, so the caller reads the log first;
 * - JournalDamaged (a JournalUnavailable): the stored data is not the data that was written. Damaged data is never returned.
 *
 * A read with an incarnation finds nothing in another log of the same id.
 */
export interface Journal {
  /** Rejects with JournalConflict if the id or the key is taken, or if the log that the key created was removed. */
  create(log: NewLog): Promise<Created>;
  find(id: string): Promise<Head | undefined>;
  /** Ordered by id. */
  list(options: ListOptions): Promise<readonly Head[]>;
  /** False if the log does not exist. Rejects with JournalConflict if it is not the expected one. */
  rename(id: string, name: string, at: string, expected?: Expected): Promise<boolean>;
  /** Removes the log but not the key that created it. Otherwise like `rename`. */
  remove(id: string, expected?: Expected): Promise<boolean>;
  /**
   * Returns the number of characters that the entries have in the log. Rejects with JournalConflict if the log is not
   * at `after`, was removed or is not the expected one, or if one of the keys is taken.
   */
  append(append: Append): Promise<number>;
  /** Entries after a revision, oldest first. Large entries come in shorter pages; a page is empty only at the end. */
  read(id: string, after: number, limit: number, incarnation?: string): Promise<readonly Entry[]>;
  /** Entries before a revision (or from the newest), newest first, in the same pages. */
  readBack(
    id: string,
    before: number | undefined,
    limit: number,
    incarnation?: string,
  ): Promise<readonly Entry[]>;
  recorded(id: string, principal: string, key: string, incarnation?: string): Promise<Recorded | undefined>;
  /** The newest snapshot. */
  snapshot(id: string, incarnation?: string): Promise<Snapshot | undefined>;
  /** The state at revision 0, if it was stored. */
  origin(id: string, incarnation?: string): Promise<Snapshot | undefined>;
  /** The newest stored state at or before a revision. Undefined if there is none. */
  snapshotAt(id: string, revision: number, incarnation?: string): Promise<Snapshot | undefined>;
  /**
   * Replaces an older snapshot. Ignores one that is outdated, ahead of the log, or of another incarnation. With `spacing`
   * it is also kept for `snapshotAt`, if the last one that was kept is at least so many revisions older.
   */
  saveSnapshot(id: string, snapshot: Snapshot, incarnation?: string, spacing?: number): Promise<void>;
  /** By name. */
  bookmarks(id: string, incarnation?: string): Promise<readonly Bookmark[]>;
  /** Sets a bookmark or moves the one with its name. False if the log does not exist or has no such revision. */
  saveBookmark(id: string, bookmark: Bookmark, incarnation?: string): Promise<boolean>;
  /** False if it does not exist. */
  removeBookmark(id: string, name: string, incarnation?: string): Promise<boolean>;
  /** Calls back when another process may have written to a log, or to any log if the id is undefined. Returns unsubscribe. */
  watch(listener: (id: string | undefined) => void): () => void;
  /** Reads everything and describes the damage, one sentence each. Other reads and writes are not blocked. */
  verify(): Promise<readonly string[]>;
  /** Waits for pending operations, then closes files and connections. */
  close(): Promise<void>;
}

export function isExpected(head: Required<Expected>, expected: Expected): boolean {
  const { incarnation = head.incarnation, name = head.name, revision = head.revision } = expected;
  return incarnation === head.incarnation && name === head.name && revision === head.revision;
}
