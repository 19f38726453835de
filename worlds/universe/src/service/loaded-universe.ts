import type { Entry } from '@worldwire/journal';
import { type Caller, SERVER } from './caller.js';
import type { LoadResult } from './load.js';
import type { Operation, Receipt } from './operation.js';
import { Replica, type ReplicaHost } from './replica.js';
import type { StateText } from './state-text.js';
import { Writer } from './writer.js';

const RECOUNT_CHARACTERS = 1024 * 1024;

/** A universe in memory with its writer. */
export class LoadedUniverse extends Replica {
  readonly #writer = new Writer(this);
  #counted: number;

  constructor(host: ReplicaHost, loaded: LoadResult, onCommit: (entries: readonly Entry[]) => void) {
    super(host, loaded, onCommit);
    this.#counted = this.characters;
  }

  /** Whether it grew so much since this was last true that the memory of all universes must be counted again. */
  hasGrown(): boolean {
    if (this.characters < this.#counted + RECOUNT_CHARACTERS) return false;
    this.#counted = this.characters;
    return true;
  }

  /** Whether it can be unloaded without an effect. */
  get idle(): boolean {
    return !this.isWriting && !this.hasListeners;
  }

  get isWriting(): boolean {
    return !this.#writer.idle;
  }

  /** Resolves after the commit; without one, with what `hold` of the operation returned. */
  execute<Held = never>(operation: Operation<Held>): Promise<Receipt | Held> {
    return this.#writer.execute(operation);
  }

  /** The newest committed state as JSON. */
  text(caller: Caller = SERVER): Promise<StateText> {
    return this.states.text(caller);
  }

  /** Reads entries of other processes. Resolves after the attempt. */
  refresh(): Promise<void> {
    return this.#writer.refresh();
  }

  /** Waits for pending operations, ends the subscriptions, and saves a snapshot. */
  async close(): Promise<void> {
    await this.#writer.finished();
    this.end();
    await this.snapshot();
  }
}
