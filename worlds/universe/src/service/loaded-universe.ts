import type { Entry, Head } from '@worldwire/journal';
import type { Steps, Universe } from '../domain/index.js';
import { type Caller, SERVER } from './caller.js';
import type { Committed } from './committed-states.js';
import type { LoadResult } from './load.js';
import type { Operation, Receipt } from './operation.js';
import { Replica, type ReplicaHost } from './replica.js';
import type { StateText } from './state-text.js';
import { Writer } from './writer.js';

const RECOUNT_CHARACTERS = 1024 * 1024;

/** One universe in memory: what readers see of it, and the way to change it. */
export class LoadedUniverse {
  readonly #replica: Replica;
  readonly #writer: Writer;
  #counted: number;

  constructor(
    host: ReplicaHost,
    loaded: LoadResult,
    committed: (id: string, entries: readonly Entry[]) => void,
  ) {
    this.#replica = new Replica(host, loaded, committed);
    this.#writer = new Writer(this.#replica);
    this.#counted = this.characters;
  }

  get id(): string {
    return this.#replica.id;
  }

  get head(): Head {
    return this.#replica.head;
  }

  /** Of the newest committed entry. */
  get revision(): number {
    return this.#replica.revision;
  }

  get removed(): boolean {
    return this.#replica.removed;
  }

  /** Whether the log may have more than is here, or be gone: it could not be looked at. */
  get stale(): boolean {
    return this.#replica.stale;
  }

  /** Whether nothing more will come. */
  get ended(): boolean {
    return this.#replica.ended;
  }

  /** About how many characters its state has as JSON. It may have fewer, but not more. */
  get characters(): number {
    return this.#replica.characters;
  }

  /** Whether it has grown by so much since this was last true that the universes in memory must be counted again. */
  hasGrown(): boolean {
    if (this.characters < this.#counted + RECOUNT_CHARACTERS) return false;
    this.#counted = this.characters;
    return true;
  }

  /** Makes `characters` exact. */
  measure(): Promise<void> {
    return this.#replica.snapshot();
  }

  /** Whether nobody would notice if it were loaded anew. */
  get idle(): boolean {
    return this.#writer.idle && !this.#replica.hasListeners;
  }

  /** Resolves when the operation is committed. */
  execute(operation: Operation): Promise<Receipt> {
    return this.#writer.execute(operation);
  }

  /** Looks at the newest committed state. */
  read<Seen>(look: (universe: Universe) => Seen): Promise<Seen> {
    return this.#replica.read(look);
  }

  /** Makes something of the newest committed state, in steps and in the caller's turns. See `CommittedStates.make`. */
  make<Result>(
    caller: Caller,
    work: (committed: Committed) => Steps<Result>,
    atOnce?: number,
  ): Promise<Result> {
    return this.#replica.states.make(caller, work, atOnce);
  }

  /** The whole state as JSON. */
  text(caller: Caller = SERVER): Promise<StateText> {
    return this.#replica.states.text(caller);
  }

  /** Newest entries behind a revision, or undefined where the journal must be asked. */
  recent(after: number): readonly Entry[] | undefined {
    return this.#replica.recent(after);
  }

  /** Calls back after each commit, and when it is over. Returns the way to stop. */
  subscribe(listener: () => void): () => void {
    return this.#replica.subscribe(listener);
  }

  /** Somebody else may have written to the log. Resolves when it has been looked at. */
  refresh(): Promise<void> {
    return this.#writer.refresh();
  }

  /** Waits for what was asked before, lets followers go, and leaves a snapshot for the next start. */
  async close(): Promise<void> {
    await this.#writer.finished();
    this.#replica.end();
    await this.#replica.snapshot();
  }
}
