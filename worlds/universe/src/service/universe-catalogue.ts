import { type Expected, type Head, type Journal, JournalConflict, type NewLog } from '@worldwire/journal';
import { type Log, WorldError } from '@worldwire/server';
import { parseStateSteps, type Steps, stateText } from '../domain/index.js';
import { SERVER } from './caller.js';
import { fingerprintSteps } from './fingerprint.js';
import type { Precondition, WriteOptions } from './operation.js';
import { asWorldError, changedHead, notFound, withStoreErrors } from './service-errors.js';
import { MAX_LISTED_CHANGES, StaleRevision } from './stale-revision.js';
import type { StoreHealth } from './store-health.js';
import { isUniverseId } from './universe-id.js';

const HINTED = 5;

export interface ServiceHost {
  readonly journal: Journal;
  /** The time of day. */
  readonly now: () => number;
  /** Milliseconds that never go back. `now` where it is left out. */
  readonly elapsed?: () => number;
  readonly log: Log;
  /** A name for a new universe, which nobody can have by chance. */
  readonly mintId: () => string;
}

export interface NewUniverse {
  readonly id?: string;
  readonly name: string;
  readonly state?: unknown;
}

/** What the journal takes, but for what is known when it is written. */
type PreparedUniverse = Omit<NewLog, 'id' | 'at'> & { readonly id?: string };

/** Which universes there are, and under which names. It asks the store, and knows nothing of what is in memory. */
export class Catalogue {
  readonly #host: ServiceHost & { readonly health: Pick<StoreHealth, 'track'> };

  constructor(host: ServiceHost & { readonly health: Pick<StoreHealth, 'track'> }) {
    this.#host = host;
  }

  /** Checks and writes in steps what a new universe begins with. */
  prepare(
    wanted: NewUniverse,
    { principal, key, heavy = SERVER.heavy }: WriteOptions,
  ): Promise<PreparedUniverse> {
    return heavy(preparing(wanted, principal, key));
  }

  async create(prepared: PreparedUniverse): Promise<{ readonly head: Head; readonly replayed: boolean }> {
    const { journal, now } = this.#host;
    const id = prepared.id ?? this.#host.mintId();
    try {
      const creating = journal.create({ ...prepared, id, at: new Date(now()).toISOString() });
      return await this.#host.health.track(creating);
    } catch (thrown) {
      throw thrown instanceof JournalConflict ? await this.#notCreated(id) : asWorldError(id, thrown);
    }
  }

  list(options: { readonly after?: string; readonly limit: number }): Promise<readonly Head[]> {
    return withStoreErrors(undefined, this.#host.journal.list(options));
  }

  async has(id: string): Promise<boolean> {
    return (await withStoreErrors(id, this.#host.journal.find(id))) !== undefined;
  }

  rename(id: string, name: string, basis: Precondition): Promise<void> {
    const at = new Date(this.#host.now()).toISOString();
    return this.#unlogged(id, basis, expected => this.#host.journal.rename(id, name, at, expected));
  }

  remove(id: string, basis: Precondition): Promise<void> {
    return this.#unlogged(id, basis, expected => this.#host.journal.remove(id, expected));
  }

  /** What to say of an id that is none. */
  async missing(id: string): Promise<WorldError> {
    const some = await this.list({ limit: HINTED });
    const names = some.map(head => head.id).join(', ');
    return notFound(id, names === '' ? 'There is none yet: create one first.' : `There are: ${names}.`);
  }

  /** For what changes a universe and is no entry of its log. It is not loaded: one that cannot be read can go, too. */
  async #unlogged(
    id: string,
    basis: Precondition,
    work: (expected: Expected) => Promise<boolean>,
  ): Promise<void> {
    if (!isUniverseId(id)) throw await this.missing(id);
    for (;;) {
      const expected = await this.#expected(id, basis);
      try {
        if (!(await withStoreErrors(id, this.#host.health.track(work(expected)))))
          throw await this.missing(id);
        return;
      } catch (thrown) {
        // Somebody was faster: whether it still is what it should be is looked at again.
        if (!(thrown instanceof JournalConflict)) throw thrown;
      }
    }
  }

  /** What the log must be for a write on this basis, which it is now. */
  async #expected(id: string, { ifRevision, ifHead }: Precondition): Promise<Expected> {
    if (ifRevision === undefined && ifHead === undefined) return {};
    const head = await withStoreErrors(id, this.#host.journal.find(id));
    if (head === undefined) throw await this.missing(id);
    const { incarnation, name, revision } = head;
    if (ifRevision !== undefined && ifRevision !== revision) {
      const since = this.#host.journal.read(id, ifRevision, MAX_LISTED_CHANGES, incarnation);
      throw new StaleRevision(id, ifRevision, revision).withChanges(await since.catch(() => []));
    }
    if (ifHead === undefined) return { revision };
    if (!ifHead(head)) throw changedHead(id);
    return { incarnation, name, revision };
  }

  async #notCreated(id: string): Promise<WorldError> {
    return (await this.has(id))
      ? new WorldError(
          'Conflict',
          `There is a universe "${id}" already.`,
          'Choose another id, or leave it out.',
        )
      : new WorldError(
          'Conflict',
          'The operation key was used before, for another universe or for one that is removed since.',
          'Give every creation a key of its own.',
        );
  }
}

function* preparing(
  { id, name, state }: NewUniverse,
  principal: string,
  key: string | undefined,
): Steps<PreparedUniverse> {
  const named = id !== undefined && { id };
  const text = yield* stateText(yield* parseStateSteps(state === undefined ? {} : state));
  if (key === undefined) return { ...named, name, state: text };
  const digested = { ...named, name, ...(state !== undefined && { state }) };
  return {
    ...named,
    name,
    state: text,
    operation: { principal, key, fingerprint: yield* fingerprintSteps(digested) },
  };
}
