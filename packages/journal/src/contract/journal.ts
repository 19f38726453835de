/** A value as JSON holds it. The journal keeps it and never looks inside. */
export type Json = unknown;

/** The key a caller gave to an operation, so that a retry is known as one. Each principal has keys of its own. */
export interface OperationKey {
  readonly principal: string;
  readonly key: string;
  /** A digest of what was asked. The same key with another one is a mistake of the caller. */
  readonly fingerprint: string;
}

/** One recorded operation of a log. */
export interface Entry {
  /** 1, 2, 3 … without a gap. */
  readonly revision: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly principal: string;
  readonly key?: string;
  readonly command: Json;
  readonly events: Json;
  /** What the operation did to the state: enough to do it again without asking the domain. */
  readonly changes: Json;
  /** What takes it back. */
  readonly inverse: Json;
  /** The revision this one takes back, where it does. */
  readonly undoes?: number;
}

/** What is known of a log without reading it. */
export interface Head {
  readonly id: string;
  /** Tells this log from another that has, or had, the same id. */
  readonly incarnation: string;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Of the newest entry; 0 before the first. */
  readonly revision: number;
}

/** The state as it was at a revision, as the JSON text that the domain wrote. */
export interface Snapshot {
  readonly revision: number;
  readonly state: string;
}

/** Which entries an operation key stands for. */
export interface Recorded {
  readonly first: number;
  readonly last: number;
  readonly fingerprint: string;
}

/** What somebody believes of a log who writes to it. What is not given may be anything. */
export type Expected = Partial<Pick<Head, 'incarnation' | 'name' | 'revision'>>;

export interface NewLog {
  readonly id: string;
  readonly name: string;
  readonly at: string;
  /** The state at revision 0. */
  readonly state: string;
  /** A retried creation with the same key gives back the log that the first one made, and never makes a second. */
  readonly operation?: OperationKey;
}

export interface Append {
  readonly id: string;
  /** What the log must be besides. Without it, any log of this id will do. */
  readonly expected?: Pick<Expected, 'incarnation' | 'name'>;
  /** The revision that the first entry follows. */
  readonly after: number;
  /** At least one, with dense revisions from `after + 1`. All of them are kept, or none. */
  readonly entries: readonly Entry[];
  /** Operation keys among the entries, each for a run of them. */
  readonly operations?: readonly (OperationKey & { readonly first: number; readonly last: number })[];
  /** Another name for the log, which it has with the entries or not at all. */
  readonly name?: string;
}

/**
 * Append-only logs, one per universe. A promise that resolves means: committed, and still there after a crash.
 * A promise that rejects with JournalConflict means: nothing was written. With JournalUnavailable: nothing was
 * acknowledged, and the caller reads the log again before it goes on. With JournalDamaged, which is one of those: what the
 * store has is not what was written; nothing damaged is ever given as data.
 * Whoever reads with an incarnation finds nothing in another log of the same id.
 */
export interface Journal {
  /**
   * Gives the new log, or the one that the same operation key made before. Rejects with JournalConflict when the
   * id is taken, the key with another fingerprint, or what the key made is removed.
   */
  create(log: NewLog): Promise<{ readonly head: Head; readonly replayed: boolean }>;
  find(id: string): Promise<Head | undefined>;
  /** In the order of their ids, after the given one. */
  list(options: { readonly after?: string; readonly limit: number }): Promise<readonly Head[]>;
  /** False when there is no such log. Rejects with JournalConflict when it is not the expected one. */
  rename(id: string, name: string, at: string, expected?: Expected): Promise<boolean>;
  /** Removes the log and all of it but the key that made it. Otherwise like `rename`. */
  remove(id: string, expected?: Expected): Promise<boolean>;
  /**
   * Gives the number of characters that the entries have in the log. Rejects with JournalConflict when the log is not
   * at `after`, is gone or not the expected one, or one of the keys is taken.
   */
  append(append: Append): Promise<number>;
  /** Entries after a revision, oldest first. Fewer than `limit` where they are large; none only where there are none. */
  read(id: string, after: number, limit: number, incarnation?: string): Promise<readonly Entry[]>;
  /** Entries before a revision (or from the newest), newest first, and as few. */
  readBack(
    id: string,
    before: number | undefined,
    limit: number,
    incarnation?: string,
  ): Promise<readonly Entry[]>;
  /** The entries that a key of this principal stands for. */
  recorded(id: string, principal: string, key: string, incarnation?: string): Promise<Recorded | undefined>;
  /** The newest snapshot. */
  snapshot(id: string, incarnation?: string): Promise<Snapshot | undefined>;
  /** The state at revision 0, from which all entries can be done again. Undefined where it was not kept. */
  origin(id: string, incarnation?: string): Promise<Snapshot | undefined>;
  /**
   * Keeps a snapshot and lets go of older ones. One that is older than is there, ahead of the log, of no log or of
   * another incarnation than the one given changes nothing.
   */
  saveSnapshot(id: string, snapshot: Snapshot, incarnation?: string): Promise<void>;
  /**
   * Tells when another process may have appended to a log (or to any of them, where the id is undefined).
   * Returns the way to stop listening.
   */
  watch(listener: (id: string | undefined) => void): () => void;
  /** Reads all there is, and says what is damaged, a sentence each. Others may read and write meanwhile. */
  verify(): Promise<readonly string[]>;
  /** Waits for what is under way, then lets go of files and connections. */
  close(): Promise<void>;
}
