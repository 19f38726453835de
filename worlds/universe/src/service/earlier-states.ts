import type { Entry, Head, Journal, Snapshot } from '@worldwire/journal';
import { JournalDamaged } from '@worldwire/journal';
import { type Log, WorldError } from '@worldwire/server';
import { type Capture, type Change, Universe, type UniverseState } from '../domain/index.js';
import { type Caller, waitForTurn } from './caller.js';
import type { Committed } from './committed-states.js';
import { FairQueue } from './fair-queue.js';
import type { LoadedUniverse } from './loaded-universe.js';
import { notFound, withStoreErrors } from './service-errors.js';
import type { SharedWork } from './shared-work.js';

/** Entries that are undone from the newest state, instead of replayed from a stored one. */
const MAX_UNDONE = 1_000;
const PAGE = 1_000;
/** Waiting requests of one principal. Each copies a universe. */
const MAX_WAITING = 32;
/** Memory of a captured state, as a multiple of its entities. */
const ENTITY_BYTES = 1_024;

interface Host {
  readonly journal: Journal;
  readonly work: SharedWork;
  readonly log: Log;
}

/**
 * States at earlier revisions. The cost is the size of the state, and the entries between the revision and the nearest
 * stored state or the newest one, however long the log is.
 */
export class EarlierStates {
  readonly #queue = new FairQueue(MAX_WAITING, 'reads of earlier states');

  constructor(readonly host: Host) {}

  /** The newest committed state if the revision is the newest. */
  async at(loaded: LoadedUniverse, revision: number, caller: Caller): Promise<Committed> {
    // The client may have the revision from another server on the same store.
    if (revision > loaded.revision) await loaded.refresh();
    if (revision > loaded.revision) throw noRevision(loaded.id, revision, loaded.revision);
    const newest = await newestState(loaded, caller);
    if (newest.revision === revision) return newest;
    const name = JSON.stringify(['at', loaded.id, loaded.head.incarnation, revision]);
    const known = this.host.work.cache.get(name) as Capture | undefined;
    if (known !== undefined) return { capture: known, revision, head: newest.head };
    const capture = await this.#queue.run(caller.principal, () => this.#make(newest, revision, caller));
    this.host.work.cache.set(name, capture, ENTITY_BYTES * capture.size);
    return { capture, revision, head: newest.head };
  }

  async #make(newest: Committed, revision: number, caller: Caller): Promise<Capture> {
    const { id } = newest.head;
    const making =
      newest.revision - revision <= MAX_UNDONE
        ? this.#backFrom(newest, revision, caller)
        : this.#forwardTo(newest.head, revision, caller);
    const universe = await withStoreErrors(id, making);
    if (universe === undefined) throw notFound(id);
    return universe.capture();
  }

  async #backFrom(
    { head, capture, revision: newest }: Committed,
    revision: number,
    caller: Caller,
  ): Promise<Universe | undefined> {
    const universe = stateOf(await caller.heavy(capture.state()));
    for (let next = newest; next > revision; ) {
      const entries = await this.host.journal.readBack(
        head.id,
        next + 1,
        Math.min(PAGE, next - revision),
        head.incarnation,
      );
      if (entries.length === 0) return undefined;
      await waitForTurn(caller);
      for (const { inverse } of entries) universe.replay(inverse as Change[]);
      next = (entries.at(-1) as Entry).revision - 1;
    }
    return universe;
  }

  async #forwardTo(head: Head, revision: number, caller: Caller): Promise<Universe | undefined> {
    const { id, incarnation } = head;
    const start = await this.#snapshotAt(head, revision);
    if (start === undefined) return undefined;
    await waitForTurn(caller);
    const universe = stateOf(JSON.parse(start.state) as UniverseState);
    for (let at = start.revision; at < revision; ) {
      const entries = await this.host.journal.read(id, at, Math.min(PAGE, revision - at), incarnation);
      if (entries.length === 0) return undefined;
      await waitForTurn(caller);
      for (const { changes } of entries) universe.replay(changes as Change[]);
      at = (entries.at(-1) as Entry).revision;
    }
    return universe;
  }

  /** If it is damaged, all entries are replayed on the state at revision 0. */
  async #snapshotAt({ id, incarnation }: Head, revision: number): Promise<Snapshot | undefined> {
    const { journal, log } = this.host;
    try {
      return await journal.snapshotAt(id, revision, incarnation);
    } catch (thrown) {
      if (!(thrown instanceof JournalDamaged)) throw thrown;
      const origin = await journal.origin(id, incarnation);
      if (origin === undefined) throw thrown;
      log.warn({ universe: id, err: thrown }, 'a kept snapshot is damaged; replaying from revision 0');
      return origin;
    }
  }
}

export function noRevision(id: string, revision: number, newest: number): WorldError {
  return new WorldError(
    'NotFound',
    `Universe "${id}" has no revision ${revision}.`,
    `Its revisions are 0 to ${newest}; universe://${id}/history lists them.`,
  );
}

function newestState({ states }: LoadedUniverse, caller: Caller): Promise<Committed> {
  // biome-ignore lint/correctness/useYield: the state is captured in one step.
  return states.make(caller, function* (committed) {
    return committed;
  });
}

function stateOf(state: UniverseState): Universe {
  const universe = Universe.empty();
  // Not validated: the server wrote it.
  universe.replay([{ op: 'reset', value: state }]);
  return universe;
}
