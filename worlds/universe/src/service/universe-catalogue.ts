import {
  type Created,
  type Expected,
  type Head,
  type Journal,
  JournalConflict,
  JournalUnavailable,
  type ListOptions,
  type NewLog,
} from '@worldwire/journal';
import { type Log, WorldError } from '@worldwire/server';
import { didYouMean, requestDigestSteps } from '@worldwire/server/kit';
import { parseStateSteps, type Steps, stateText, type UniverseState } from '../domain/index.js';
import { SERVER } from './caller.js';
import type { Precondition, WriteOptions } from './operation.js';
import { changedHead, notFound, unavailable, withStoreErrors } from './service-errors.js';
import { MAX_LISTED_CHANGES, StaleRevision } from './stale-revision.js';
import type { StoreHealth } from './store-health.js';
import { isUniverseId } from './universe-id.js';

const MAX_HINTED = 20;
const MAX_LISTED = 500;

export interface ServiceHost {
  readonly journal: Journal;
  /** The time of day. */
  readonly now: () => number;
  /** Monotonic milliseconds. Default: `now`. */
  readonly elapsed?: () => number;
  /** Called when a write to the store begins. It returns the function to call after its commit. */
  readonly onWrite?: () => () => void;
  readonly log: Log;
  /** A random id for a new universe. */
  readonly mintId: () => string;
  /** The limit of this name: the share of one principal, in percent. Default: 50. */
  readonly principalPercent?: number | undefined;
  /** Things that one write may remove or overwrite without a confirmation. Default: 20. */
  readonly confirmAbove?: number | undefined;
}

export interface NewUniverse {
  readonly id?: string;
  readonly name: string;
  readonly state?: unknown;
  /** A state of another universe instead: it is valid, and keeps fields that a request may not have. */
  readonly copied?: UniverseState;
}

type PreparedUniverse = Omit<NewLog, 'id' | 'at'> & { readonly id?: string };

/** Creates, lists, renames and removes universes in the store, without loading them. */
export class UniverseCatalogue {
  readonly #host: ServiceHost & { readonly health: Pick<StoreHealth, 'track'> };

  constructor(host: ServiceHost & { readonly health: Pick<StoreHealth, 'track'> }) {
    this.#host = host;
  }

  /** Checks and writes the initial state, in steps. */
  prepare(
    wanted: NewUniverse,
    { principal, key, heavy = SERVER.heavy }: WriteOptions,
  ): Promise<PreparedUniverse> {
    return heavy(prepareSteps(wanted, principal, key));
  }

  async create(prepared: PreparedUniverse): Promise<Created> {
    const { journal, now } = this.#host;
    const id = prepared.id ?? this.#host.mintId();
    try {
      const creating = journal.create({ ...prepared, id, at: new Date(now()).toISOString() });
      return await this.#host.health.track(creating);
    } catch (thrown) {
      if (thrown instanceof JournalConflict) throw await this.#notCreated(id);
      throw thrown instanceof JournalUnavailable ? unavailable(id, thrown) : thrown;
    }
  }

  list(options: ListOptions): Promise<readonly Head[]> {
    return withStoreErrors(undefined, this.#host.journal.list(options));
  }

  async has(id: string): Promise<boolean> {
    return (await withStoreErrors(id, this.#host.journal.find(id))) !== undefined;
  }

  rename(id: string, name: string, precondition: Precondition): Promise<void> {
    const at = new Date(this.#host.now()).toISOString();
    return this.#write(id, precondition, expected => this.#host.journal.rename(id, name, at, expected));
  }

  remove(id: string, precondition: Precondition): Promise<void> {
    return this.#write(id, precondition, expected => this.#host.journal.remove(id, expected));
  }

  async expect(id: string, precondition: Precondition): Promise<void> {
    await this.#expected(id, precondition);
  }

  /** The error for an id that does not exist. */
  async missing(id: string): Promise<WorldError> {
    const ids = (await this.list({ limit: MAX_LISTED })).map(head => head.id);
    const near = didYouMean(id, ids);
    const shown = ids.slice(0, MAX_HINTED).join(', ');
    const known =
      ids.length === 0 ? '' : `Universes: ${shown}${ids.length > MAX_HINTED ? ' and others' : ''}. `;
    const create =
      'To create it, send {"type":"createUniverse"} with send_universe_command, or POST /universes.';
    return notFound(id, `${near.trimStart()}${near === '' ? '' : ' '}${known}${create}`);
  }

  /** For writes that are not entries of the log. They do not load the universe, so they work on a damaged one. */
  async #write(
    id: string,
    precondition: Precondition,
    write: (expected: Expected) => Promise<boolean>,
  ): Promise<void> {
    if (!isUniverseId(id)) throw await this.missing(id);
    for (;;) {
      const expected = await this.#expected(id, precondition);
      try {
        if (!(await withStoreErrors(id, this.#host.health.track(write(expected)))))
          throw await this.missing(id);
        return;
      } catch (thrown) {
        // The log changed after the precondition was checked.
        if (!(thrown instanceof JournalConflict)) throw thrown;
      }
    }
  }

  /** Checks the precondition, and returns the head that it holds for. */
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
          `Universe "${id}" exists already.`,
          'Choose another id, or leave it out. PUT /universes/{id} replaces its state.',
        )
      : new WorldError(
          'Conflict',
          'The operation key was used before, for another universe or for one that was removed.',
          'Use a new key for each creation.',
        );
  }
}

function* prepareSteps(
  { id, name, state, copied }: NewUniverse,
  principal: string,
  key: string | undefined,
): Steps<PreparedUniverse> {
  const named = { ...(id !== undefined && { id }), name };
  const prepared = {
    ...named,
    state: yield* stateText(copied ?? (yield* parseStateSteps(state === undefined ? {} : state))),
  };
  if (key === undefined) return prepared;
  const given = copied ?? state;
  const request = { ...named, ...(given !== undefined && { state: given }) };
  return { ...prepared, operation: { principal, key, fingerprint: yield* requestDigestSteps(request) } };
}
