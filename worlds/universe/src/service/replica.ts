import { type Entry, type Head, type Journal, JournalConflict } from '@worldwire/journal';
import type { Log } from '@worldwire/server';
import type { Change, Universe } from '../domain/index.js';
import { SERVER } from './caller.js';
import { CommittedStates } from './committed-states.js';
import type { LoadResult } from './load.js';
import { type RecentBudget, RecentEntries } from './recent-entries.js';
import type { SharedWork } from './shared-work.js';
import type { StoreHealth } from './store-health.js';

const MAX_RECENT = 1_024;
const MAX_RECENT_CHARACTERS = 8 * 1024 * 1024;
const PAGE = 1_000;
/** A commit takes a few milliseconds. Readers that waited longer see the state without it. */
const READER_WAIT_MS = 250;
/** A snapshot is due after so many characters, or after twice the size of the last one, so that its cost is spread. */
const SNAPSHOT_CHARACTERS = 1024 * 1024;
const SNAPSHOT_FACTOR = 2;
/**
 * A snapshot that was due is kept for reads of earlier states. Another one is kept only after so many revisions that the log
 * has grown by as much: an entry has at least so many characters.
 */
const MIN_ENTRY_CHARACTERS = 100;

export interface ReplicaHost {
  readonly journal: Journal;
  readonly health: Pick<StoreHealth, 'track'>;
  readonly recentBudget: RecentBudget;
  readonly now: () => number;
  readonly log: Log;
  readonly work: SharedWork;
  /** The limit of this name: the share of one principal, in percent. Default: 50. */
  readonly principalPercent?: number | undefined;
}

/**
 * A universe in memory, in step with its log. From `apply` to `commit` or `rollBack` it is ahead of the log, and readers
 * wait, because they see only committed states. If a commit takes long, its changes are rolled back for the readers and
 * replayed when it ends.
 */
export class Replica {
  readonly universe: Universe;
  head: Head;
  /** Of the newest committed entry. */
  revision: number;
  removed = false;
  /** No more entries will come: the universe was removed, or the server stops. */
  ended = false;
  /** The log may have entries that are not applied here. */
  stale = false;
  readonly states: CommittedStates;
  readonly #recent: RecentEntries;
  readonly #listeners = new Set<() => void>();
  #readers: (() => void)[] = [];
  #ahead = false;
  /** The entries of the running commit, and whether they are rolled back for readers. */
  #committing: readonly Entry[] | undefined;
  #rolledBack = false;
  #readersWait: NodeJS.Timeout | undefined;
  /** Characters of the entries since the newest snapshot, and of that snapshot. */
  #sinceSnapshot: number;
  #snapshotCharacters: number;
  #snapshotting: Promise<void> | undefined;

  constructor(
    readonly host: ReplicaHost,
    loaded: LoadResult,
    readonly onCommit: (entries: readonly Entry[]) => void,
  ) {
    this.#recent = new RecentEntries(MAX_RECENT, MAX_RECENT_CHARACTERS, host.recentBudget);
    this.states = new CommittedStates(this, host.work);
    this.head = loaded.head;
    this.universe = loaded.universe;
    this.revision = loaded.head.revision;
    this.#sinceSnapshot = loaded.sinceSnapshot;
    this.#snapshotCharacters = loaded.snapshotCharacters;
  }

  get id(): string {
    return this.head.id;
  }

  /** Whether the state has changes that are not committed. */
  get ahead(): boolean {
    return this.#ahead;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Reads the newest committed state. */
  read<Result>(look: (universe: Universe) => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const attempt = () => {
        try {
          resolve(look(this.universe));
        } catch (thrown) {
          reject(thrown);
        }
      };
      if (!this.#ahead) return attempt();
      this.#readers.push(attempt);
      this.#readersWait ??= setTimeout(() => this.#rollBackForReaders(), READER_WAIT_MS).unref();
    });
  }

  /** The entries after a revision, or undefined if they are only in the journal. */
  recent(after: number): readonly Entry[] | undefined {
    return this.#recent.after(after);
  }

  /** The newest entries in memory before a revision, newest first, at most `max`. */
  recentBefore(revision: number, max: number): Iterable<Entry> {
    return this.#recent.before(revision, max);
  }

  /** Calls back after each commit and at the end. Returns unsubscribe. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Changes the state before the log. */
  apply<Result>(change: (universe: Universe) => Result): Result {
    const result = change(this.universe);
    this.#ahead = true;
    return result;
  }

  /** Marks the entries as being committed, until `commit` or `rollBack`. */
  beginCommit(entries: readonly Entry[]): void {
    this.#committing = entries;
  }

  /** The log has these entries. Must not throw: they are committed. */
  commit(entries: readonly Entry[], characters: number, name = this.head.name): void {
    if (this.#rolledBack) this.#replay(entries);
    this.universe.settle();
    this.#endCommit();
    const last = entries.at(-1);
    if (last !== undefined) {
      this.revision = last.revision;
      this.#sinceSnapshot += characters;
      this.head = { ...this.head, name, revision: last.revision, updatedAt: last.at };
      this.#recent.add(entries, characters);
      this.#callSafely(() => this.onCommit(entries));
      this.#notifyListeners();
    }
    this.#serveReaders();
  }

  /** The log does not have these entries. */
  rollBack(entries: readonly Entry[]): void {
    if (!this.#rolledBack) this.#revert(entries);
    this.#endCommit();
    this.#serveReaders();
  }

  /** Applies the entries that other processes wrote. */
  async catchUp(): Promise<void> {
    // Before the first read: a notification that arrives during the reads is about later entries.
    this.stale = false;
    try {
      await this.#readNewEntries();
    } catch (thrown) {
      this.stale = true;
      throw thrown;
    }
  }

  /** Rejects with JournalConflict if the log has entries that are not applied, or is another log. */
  async confirm(): Promise<void> {
    const head = await this.host.journal.find(this.id);
    if (head?.revision === this.revision && head.incarnation === this.head.incarnation) return;
    throw JournalConflict.moved(this.id, this.revision);
  }

  end(): void {
    this.ended = true;
    this.#recent.end();
    this.#notifyListeners();
  }

  /** An upper bound of the characters of the state as JSON: the newest snapshot and all entries since. */
  get characters(): number {
    return this.#snapshotCharacters + this.#sinceSnapshot;
  }

  get snapshotDue(): boolean {
    return this.#sinceSnapshot >= this.#spacing;
  }

  /** Also makes `characters` exact. A failed snapshot only makes the next load slower. */
  async snapshot(): Promise<void> {
    this.#snapshotting ??= this.#takeSnapshot(this.snapshotDue).finally(() => {
      this.#snapshotting = undefined;
    });
    await this.#snapshotting;
  }

  /** Characters of entries between two snapshots. */
  get #spacing(): number {
    return Math.max(SNAPSHOT_CHARACTERS, SNAPSHOT_FACTOR * this.#snapshotCharacters);
  }

  async #takeSnapshot(due: boolean): Promise<void> {
    const covered = this.#sinceSnapshot;
    if (covered === 0 || this.removed) return;
    // Also after a failure: the next attempt waits until as much was written again.
    this.#sinceSnapshot = 0;
    this.#snapshotCharacters += covered;
    try {
      const { text, revision } = await this.states.text(SERVER);
      this.#snapshotCharacters = text.length;
      const spacing = due ? 1 : Math.ceil(this.#spacing / MIN_ENTRY_CHARACTERS);
      const snapshot = { revision, state: text };
      await this.host.journal.saveSnapshot(this.id, snapshot, this.head.incarnation, spacing);
    } catch (thrown) {
      this.host.log.warn({ universe: this.id, characters: covered, err: thrown }, 'cannot save a snapshot');
    }
  }

  async #readNewEntries(): Promise<void> {
    const { journal } = this.host;
    const head = await journal.find(this.id);
    if (head?.incarnation !== this.head.incarnation) return this.#remove();
    for (;;) {
      const entries = await journal.read(this.id, this.revision, PAGE, head.incarnation);
      if (entries.length === 0) break;
      this.#replay(entries);
      this.commit(entries, JSON.stringify(entries).length);
    }
    // The log was removed after its head was read.
    if (this.revision < head.revision) return this.#remove();
    // A rename is not an entry. The rest of the head is older than the entries that followed it.
    const { name, updatedAt } = head;
    this.head = { ...this.head, name, ...(head.revision === this.revision && { updatedAt }) };
  }

  #remove(): void {
    this.removed = true;
    this.end();
  }

  /** A store that hangs must not block readers. */
  #rollBackForReaders(): void {
    this.#readersWait = undefined;
    if (!this.#ahead || this.#committing === undefined) return;
    this.#revert(this.#committing);
    this.#rolledBack = true;
    this.#ahead = false;
    this.#serveReaders();
  }

  #replay(entries: readonly Entry[]): void {
    for (const { changes } of entries) this.universe.replay(changes as Change[]);
  }

  #revert(entries: readonly Entry[]): void {
    this.universe.takeBack(entries as readonly { readonly inverse: readonly Change[] }[]);
  }

  #endCommit(): void {
    this.#ahead = false;
    this.#rolledBack = false;
    this.#committing = undefined;
    clearTimeout(this.#readersWait);
    this.#readersWait = undefined;
  }

  #serveReaders(): void {
    for (const attempt of this.#readers.splice(0)) attempt();
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) this.#callSafely(listener);
  }

  #callSafely(listener: () => void): void {
    try {
      listener();
    } catch (thrown) {
      this.host.log.error({ universe: this.id, err: thrown }, 'a listener of a universe failed');
    }
  }
}
