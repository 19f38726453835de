import { type Entry, type Head, type Journal, JournalConflict } from '@worldwire/journal';
import type { Log } from '@worldwire/server';
import type { Change, Universe } from '../domain/index.js';
import { SERVER } from './caller.js';
import { CommittedStates } from './committed-states.js';
import type { LoadResult } from './load.js';
import { type RecentBudget, RecentEntries } from './recent-entries.js';
import type { SharedWork } from './shared-work.js';
import type { StoreHealth } from './store-health.js';

const RECENT = 1_024;
const RECENT_CHARACTERS = 8 * 1024 * 1024;
const PAGE = 1_000;
/** A commit takes a few milliseconds. Readers who have waited this long for one see the state without it. */
const READER_WAIT_MS = 250;
/** A snapshot is due when so much was written since the last one, or twice what that has: its cost is spread. */
const SNAPSHOT_CHARACTERS = 1024 * 1024;
const SNAPSHOT_SHARE = 2;

export interface ReplicaHost {
  readonly journal: Journal;
  readonly health: Pick<StoreHealth, 'track'>;
  readonly recentBudget: RecentBudget;
  readonly now: () => number;
  readonly log: Log;
  readonly work: SharedWork;
}

/**
 * A universe in memory, in step with its log. Between `apply` and `accept` or `takeBack` it is ahead of the log by
 * what is being committed, and readers wait: they only ever see what is committed. Where the commit takes long, its
 * entries are taken out of the state for them, and done again once they are committed.
 */
export class Replica {
  readonly universe: Universe;
  head: Head;
  /** Of the newest committed entry. */
  revision: number;
  removed = false;
  /** Whether nothing more will come: it is gone, or the server stops. */
  ended = false;
  /** Whether the log may have entries that are not here. */
  stale = false;
  readonly #recent: RecentEntries;
  /** What is made of the state. */
  readonly states: CommittedStates;
  readonly #listeners = new Set<() => void>();
  #readers: (() => void)[] = [];
  #ahead = false;
  /** Entries whose commit is under way, and whether they are out of the state meanwhile. */
  #committing: readonly Entry[] | undefined;
  #rolledBack = false;
  #readersWait: NodeJS.Timeout | undefined;
  /** Characters of the entries behind the newest snapshot, and of that snapshot. */
  #sinceSnapshot: number;
  #snapshotting: Promise<void> | undefined;
  #snapshotCharacters: number;

  constructor(
    readonly host: ReplicaHost,
    loaded: LoadResult,
    readonly committed: (id: string, entries: readonly Entry[]) => void,
  ) {
    this.#recent = new RecentEntries(RECENT, RECENT_CHARACTERS, host.recentBudget);
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

  /** Whether the state has what is not committed yet. */
  get ahead(): boolean {
    return this.#ahead;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Looks at the newest committed state. */
  read<Seen>(look: (universe: Universe) => Seen): Promise<Seen> {
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

  /** Newest entries behind a revision, or undefined where the journal must be asked. */
  recent(after: number): readonly Entry[] | undefined {
    return this.#recent.after(after);
  }

  /** Calls back after each commit, and when it is over. Returns the way to stop. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Changes the state before the log has it. */
  apply<Result>(change: (universe: Universe) => Result): Result {
    const result = change(this.universe);
    this.#ahead = true;
    return result;
  }

  /** The commit of what was applied begins, and ends with `accept` or `takeBack`. */
  beginCommit(entries: readonly Entry[]): void {
    this.#committing = entries;
  }

  /** The log has these entries, and so does the state. Nothing here may fail: they are committed. */
  commit(entries: readonly Entry[], characters: number, name = this.head.name): void {
    if (this.#rolledBack) for (const { changes } of entries) this.universe.replay(changes as Change[]);
    this.#settled();
    const last = entries.at(-1);
    if (last !== undefined) {
      this.revision = last.revision;
      this.#sinceSnapshot += characters;
      this.head = { ...this.head, name, revision: last.revision, updatedAt: last.at };
      this.#recent.add(entries, characters);
      this.#callSafely(() => this.committed(this.id, entries));
      this.#notifyListeners();
    }
    this.#serveReaders();
  }

  /** The log does not have these entries. */
  rollBack(entries: readonly Entry[]): void {
    if (!this.#rolledBack) this.#revert(entries);
    this.#settled();
    this.#serveReaders();
  }

  /** Reads on to the end of the log. */
  async catchUp(): Promise<void> {
    // Before the first look: what is written from here on may be told before the look is over.
    this.stale = false;
    try {
      await this.#readOn();
    } catch (thrown) {
      this.stale = true;
      throw thrown;
    }
  }

  /** Rejects with JournalConflict when the log has more than the state, or is another one by now. */
  async confirm(): Promise<void> {
    const head = await this.host.journal.find(this.id);
    if (head?.revision === this.revision && head.incarnation === this.head.incarnation) return;
    throw JournalConflict.moved(this.id, this.revision);
  }

  remove(): void {
    this.removed = true;
    this.end();
  }

  end(): void {
    this.ended = true;
    this.#recent.end();
    this.#notifyListeners();
  }

  /** About how many characters its state has as JSON: those of the newest snapshot, and all that was written since. */
  get characters(): number {
    return this.#snapshotCharacters + this.#sinceSnapshot;
  }

  get snapshotDue(): boolean {
    return this.#sinceSnapshot >= Math.max(SNAPSHOT_CHARACTERS, SNAPSHOT_SHARE * this.#snapshotCharacters);
  }

  /** Losing one costs a longer start and nothing else. */
  async snapshot(): Promise<void> {
    this.#snapshotting ??= this.#takeSnapshot().finally(() => {
      this.#snapshotting = undefined;
    });
    await this.#snapshotting;
  }

  async #takeSnapshot(): Promise<void> {
    const covered = this.#sinceSnapshot;
    if (covered === 0 || this.removed) return;
    // Whatever comes of it: the next try waits until as much was written again.
    this.#sinceSnapshot = 0;
    this.#snapshotCharacters += covered;
    try {
      const { text, revision } = await this.states.text(SERVER);
      this.#snapshotCharacters = text.length;
      await this.host.journal.saveSnapshot(this.id, { revision, state: text }, this.head.incarnation);
    } catch (thrown) {
      this.host.log.warn(
        { universe: this.id, characters: covered, err: thrown },
        'no snapshot could be kept',
      );
    }
  }

  async #readOn(): Promise<void> {
    const { journal } = this.host;
    const head = await journal.find(this.id);
    if (head?.incarnation !== this.head.incarnation) return this.remove();
    for (;;) {
      const entries = await journal.read(this.id, this.revision, PAGE, head.incarnation);
      if (entries.length === 0) break;
      for (const { changes } of entries) this.universe.replay(changes as Change[]);
      this.commit(entries, JSON.stringify(entries).length);
    }
    // It was removed behind the look at its head.
    if (this.revision < head.revision) return this.remove();
    // A name is no entry, and what else the head says is older than entries that came behind it.
    const { name, updatedAt } = head;
    this.head = { ...this.head, name, ...(head.revision === this.revision && { updatedAt }) };
  }

  /** A store that hangs must not keep readers from what is committed. */
  #rollBackForReaders(): void {
    this.#readersWait = undefined;
    if (!this.#ahead || this.#committing === undefined) return;
    this.#revert(this.#committing);
    this.#rolledBack = true;
    this.#ahead = false;
    this.#serveReaders();
  }

  #revert(entries: readonly Entry[]): void {
    for (const { inverse } of entries.toReversed()) this.universe.replay(inverse as Change[]);
  }

  #settled(): void {
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

  #callSafely(tell: () => void): void {
    try {
      tell();
    } catch (thrown) {
      this.host.log.error({ universe: this.id, err: thrown }, 'somebody could not be told of a change');
    }
  }
}
