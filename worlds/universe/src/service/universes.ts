import type { Entry, Head, Journal } from '@worldwire/journal';
import { JournalConflict, JournalUnavailable } from '@worldwire/journal';
import { type Log, WorldError } from '@worldwire/server';
import { Universe } from '../domain/index.js';
import { notFound, unavailable } from './failures.js';
import { fingerprint } from './fingerprint.js';
import { LiveUniverse } from './live-universe.js';
import { load } from './load.js';
import type { Asked, Operation, Receipt } from './operation.js';
import { StaleRevision } from './stale-revision.js';
import { takeBack, undoTarget } from './undo.js';
import { isUniverseId } from './universe-id.js';

/** Universes held in memory at once; those that nobody follows make room for others. */
const MOST_LIVE = 256;
const MOST_COMMANDS = 1_000;
const HINTED = 5;
/** Changes told to a writer who did not know of them. */
const MOST_TOLD = 20;

export interface ServiceHost {
  readonly journal: Journal;
  readonly now: () => number;
  readonly log: Log;
  /** A name for a new universe, which nobody can have by chance. */
  readonly mintId: () => string;
}

export interface ServiceListener {
  committed(id: string, entries: readonly Entry[]): void;
  /** A universe came, went, or has another name. */
  listed(): void;
}

export interface NewUniverse {
  readonly id?: string;
  readonly name: string;
  readonly state?: unknown;
}

/** What can be done with universes. REST and MCP both come in here, and nothing changes a universe beside it. */
export class Universes {
  readonly #host: ServiceHost;
  readonly #live = new Map<string, Promise<LiveUniverse>>();
  readonly #listeners = new Set<ServiceListener>();
  readonly #unwatch: () => void;

  constructor(host: ServiceHost) {
    this.#host = host;
    this.#unwatch = host.journal.watch(id => this.#refresh(id));
  }

  async create(
    { id: given, name, state }: NewUniverse,
    { principal, key }: Asked,
  ): Promise<{ readonly head: Head; readonly replayed: boolean }> {
    const universe = state === undefined ? Universe.empty() : Universe.from(state);
    const { journal, now } = this.#host;
    const id = given ?? this.#host.mintId();
    const named = given === undefined ? {} : { id };
    const digest = () => fingerprint({ ...named, name, ...(state !== undefined && { state }) });
    try {
      const created = await journal.create({
        id,
        name,
        at: new Date(now()).toISOString(),
        state: JSON.stringify(universe.snapshot()),
        ...(key !== undefined && { operation: { principal, key, fingerprint: digest() } }),
      });
      this.#tell(listener => listener.listed());
      return created;
    } catch (thrown) {
      if (thrown instanceof JournalConflict) {
        throw new WorldError('Conflict', `The universe "${id}" cannot be created: ${thrown.message}`);
      }
      throw explained(id, thrown);
    }
  }

  list(options: { readonly after?: string; readonly limit: number }): Promise<readonly Head[]> {
    return guarded(undefined, this.#host.journal.list(options));
  }

  async rename(id: string, name: string, ifRevision?: number): Promise<void> {
    const at = new Date(this.#host.now()).toISOString();
    const live = await this.open(id);
    expect(live, ifRevision);
    if (!(await guarded(id, this.#host.journal.rename(id, name, at)))) throw await this.#missing(id);
    live.renamed(name, at);
    this.#tell(listener => listener.listed());
  }

  async remove(id: string, ifRevision?: number): Promise<void> {
    const live = await this.open(id);
    expect(live, ifRevision);
    if (!(await guarded(id, this.#host.journal.remove(id)))) throw await this.#missing(id);
    live.remove();
    this.#live.delete(id);
    this.#tell(listener => listener.listed());
  }

  /** The universe in memory, for those who look at it. All get it in the order in which they asked. */
  open(id: string): Promise<LiveUniverse> {
    const loading = this.#live.get(id) ?? this.#begin(id);
    return loading.then(live => {
      if (!live.gone) return live;
      if (this.#live.get(id) === loading) this.#live.delete(id);
      return this.open(id);
    });
  }

  /** Does all the commands or none of them. */
  async execute(
    id: string,
    commands: readonly unknown[],
    asked: Asked,
    look?: Operation['look'],
  ): Promise<Receipt> {
    if (commands.length === 0 || commands.length > MOST_COMMANDS) {
      throw new WorldError('InvalidArgument', `Send 1 to ${MOST_COMMANDS} commands at once.`);
    }
    return this.#execute(id, {
      ...asked,
      fingerprint: asked.key === undefined ? '' : fingerprint(commands),
      run: universe => (commands.length === 1 ? [universe.apply(commands[0])] : universe.applyAll(commands)),
      ...(look !== undefined && { look }),
    });
  }

  /** Takes a revision back by a new one. */
  async undo(
    id: string,
    revision: number | undefined,
    asked: Asked,
    look?: Operation['look'],
  ): Promise<Receipt & { readonly undone: number }> {
    let target: Entry;
    const receipt = await this.#execute(id, {
      ...asked,
      fingerprint: fingerprint({ undo: revision ?? null }),
      prepare: async () => {
        target = await undoTarget(this.#host.journal, id, revision);
      },
      run: universe => [takeBack(universe, target)],
      ...(look !== undefined && { look }),
    });
    return { ...receipt, undone: (receipt.events[0] as unknown as { revision: number }).revision };
  }

  /** Entries behind a revision, oldest first. */
  async after(id: string, revision: number, limit: number): Promise<readonly Entry[]> {
    const live = await this.open(id);
    const recent = live.recent(revision);
    if (recent !== undefined) return recent.slice(0, limit);
    return guarded(id, this.#host.journal.read(id, revision, limit));
  }

  /** Entries before a revision, newest first. */
  async before(id: string, revision: number | undefined, limit: number): Promise<readonly Entry[]> {
    await this.open(id);
    return guarded(id, this.#host.journal.readBack(id, revision, limit));
  }

  listen(listener: ServiceListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Waits for what is under way, leaves snapshots, and lets go of the journal. */
  async close(): Promise<void> {
    this.#unwatch();
    const open = await Promise.allSettled(this.#live.values());
    for (const result of open) if (result.status === 'fulfilled') await result.value.close();
    await this.#host.journal.close();
  }

  async #execute(id: string, operation: Operation): Promise<Receipt> {
    const live = await this.open(id);
    try {
      return await live.execute(operation);
    } catch (thrown) {
      if (!(thrown instanceof StaleRevision)) throw thrown;
      const since = await this.after(id, thrown.expected, MOST_TOLD).catch(() => []);
      throw thrown.telling(since);
    }
  }

  #begin(id: string): Promise<LiveUniverse> {
    const loading = this.#load(id);
    this.#live.set(id, loading);
    loading.catch(() => this.#live.get(id) === loading && this.#live.delete(id));
    this.#makeRoom();
    return loading;
  }

  async #load(id: string): Promise<LiveUniverse> {
    const { journal } = this.#host;
    const found = isUniverseId(id) ? await guarded(id, journal.find(id)) : undefined;
    if (found === undefined) throw await this.#missing(id);
    const { head, universe, sinceSnapshot } = await guarded(id, load(journal, found));
    return new LiveUniverse(this.#host, head, universe, sinceSnapshot, (which, entries) =>
      this.#tell(listener => listener.committed(which, entries)),
    );
  }

  /** Lets go of what was opened longest ago and is followed by nobody. */
  #makeRoom(): void {
    if (this.#live.size <= MOST_LIVE) return;
    for (const [id, loading] of this.#live) {
      void loading.then(
        async live => {
          if (this.#live.size <= MOST_LIVE || !live.idle || this.#live.get(id) !== loading) return;
          this.#live.delete(id);
          await live.close();
        },
        () => {},
      );
    }
  }

  #refresh(id: string | undefined): void {
    const loaded = id === undefined ? [...this.#live.values()] : [this.#live.get(id)];
    for (const loading of loaded) loading?.then(live => live.refresh()).catch(() => {});
    if (id === undefined) this.#tell(listener => listener.listed());
  }

  async #missing(id: string): Promise<WorldError> {
    const some = await this.list({ limit: HINTED });
    const names = some.map(head => head.id).join(', ');
    return notFound(id, names === '' ? 'There is none yet: create one first.' : `There are: ${names}.`);
  }

  #tell(say: (listener: ServiceListener) => void): void {
    for (const listener of this.#listeners) say(listener);
  }
}

/** For what changes a universe and is no entry of its log. */
function expect({ id, revision }: LiveUniverse, ifRevision: number | undefined): void {
  if (ifRevision !== undefined && ifRevision !== revision) throw new StaleRevision(id, ifRevision, revision);
}

/** A store that cannot be reached is something the caller can wait for. */
async function guarded<Value>(id: string | undefined, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (thrown) {
    throw explained(id, thrown);
  }
}

function explained(id: string | undefined, thrown: unknown): unknown {
  return thrown instanceof JournalUnavailable ? unavailable(id, thrown) : thrown;
}
