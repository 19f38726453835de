import type { Entry, Head } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';
import { SERVER } from './caller.js';
import { commandOperation, isLarge, type Prepared, preparing } from './command-operation.js';
import { FairGate } from './fair-gate.js';
import { fingerprint } from './fingerprint.js';
import { HeadWatcher } from './head-watcher.js';
import { load } from './load.js';
import { LoadedUniverse } from './loaded-universe.js';
import { DEFAULT_MEMORY_LIMITS, evict, type MemoryLimits, requireMemory } from './memory-limits.js';
import type { Operation, Precondition, Receipt, WriteOptions } from './operation.js';
import { RecentBudget } from './recent-entries.js';
import { withStoreErrors } from './service-errors.js';
import { SharedWork } from './shared-work.js';
import { Slots } from './slots.js';
import { MAX_LISTED_CHANGES, StaleRevision } from './stale-revision.js';
import { StoreHealth } from './store-health.js';
import { nothingToUndo, undoEntry, undoTarget } from './undo.js';
import { Catalogue, type NewUniverse, type ServiceHost } from './universe-catalogue.js';
import { isUniverseId } from './universe-id.js';

/** Commands that may make a universe larger without bringing a whole state, which a body of a request bounds. */
const GROWING = /^(add|attach|moveTo|set|update)/;
export const MAX_COMMANDS = 1_000;
/** Large operations of one principal that may wait. */
const MAX_LARGE_WAITING = 1_024;
/** How long a large operation waits for others. A commit to a store that does not answer takes 12 seconds. */
const MAX_LARGE_WAIT_MS = 15_000;
/** Universes that are loaded at a time: how large they are is known only then. */
const MAX_LOADING = 4;

export interface ServiceListener {
  committed(id: string, entries: readonly Entry[]): void;
  /** Another server changed a universe that is not in memory here. */
  changed(id: string): void;
  /** A universe came, went, or has another name. */
  listed(): void;
}

/** What can be done with universes. REST and MCP both come in here, and nothing changes a universe beside it. */
export class Universes {
  readonly health: StoreHealth;
  /** What is made of states, for all universes. */
  readonly work = new SharedWork();
  readonly #host: ServiceHost & {
    readonly health: StoreHealth;
    readonly work: SharedWork;
    readonly recentBudget: RecentBudget;
  };
  readonly #large = new FairGate(MAX_LARGE_WAITING, 'large writes', MAX_LARGE_WAIT_MS);
  readonly #loading = new Slots(MAX_LOADING);
  readonly #loaded = new Map<string, Promise<LoadedUniverse>>();
  readonly #listeners = new Set<ServiceListener>();
  readonly #catalogue: Catalogue;
  readonly #headWatcher: HeadWatcher;
  readonly #limits: MemoryLimits;
  readonly #unwatch: () => void;

  constructor(host: ServiceHost, limits: MemoryLimits = DEFAULT_MEMORY_LIMITS) {
    this.#limits = limits;
    this.health = new StoreHealth({ journal: host.journal, now: host.elapsed ?? host.now });
    this.#host = { ...host, health: this.health, work: this.work, recentBudget: new RecentBudget() };
    this.#catalogue = new Catalogue(this.#host);
    this.#headWatcher = new HeadWatcher(host, {
      changed: id => this.#loaded.has(id) || this.#emit(listener => listener.changed(id)),
      listed: () => this.#emit(listener => listener.listed()),
    });
    this.#unwatch = host.journal.watch(id => this.#refresh(id));
  }

  async create(
    wanted: NewUniverse,
    options: WriteOptions,
  ): Promise<{ readonly head: Head; readonly replayed: boolean }> {
    const prepared = await this.#catalogue.prepare(wanted, options);
    const create = () => this.#catalogue.create(prepared);
    const created = await (wanted.state === undefined
      ? create()
      : this.#large.run(options.principal, create));
    await this.#headChanged(created.head.id);
    return created;
  }

  list(options: { readonly after?: string; readonly limit: number }): Promise<readonly Head[]> {
    return this.#catalogue.list(options);
  }

  has(id: string): Promise<boolean> {
    return this.#catalogue.has(id);
  }

  async rename(id: string, name: string, basis: Precondition = {}): Promise<void> {
    await this.#catalogue.rename(id, name, basis);
    await this.#headChanged(id);
  }

  async remove(id: string, basis: Precondition = {}): Promise<void> {
    await this.#catalogue.remove(id, basis);
    await this.#headChanged(id);
  }

  /** The universe in memory, for those who look at it. All get it in the order in which they asked. */
  open(id: string): Promise<LoadedUniverse> {
    const loading = this.#loaded.get(id) ?? this.#startLoading(id);
    // The last in the order is the last to make room.
    this.#loaded.delete(id);
    this.#loaded.set(id, loading);
    return loading.then(loaded => {
      if (!loaded.removed) return loaded;
      if (this.#loaded.get(id) === loading) this.#loaded.delete(id);
      return this.open(id);
    });
  }

  /** Does all the commands or none of them. */
  async execute(
    id: string,
    commands: readonly unknown[],
    options: WriteOptions,
    capture?: Operation['capture'],
  ): Promise<Receipt> {
    if (commands.length === 0 || commands.length > MAX_COMMANDS) {
      throw new WorldError('InvalidArgument', `Send 1 to ${MAX_COMMANDS} commands at once.`);
    }
    if (!isLarge(commands)) {
      const digest = options.key === undefined ? '' : fingerprint(commands);
      const small = { commands, digest, steps: commands.length };
      return this.#execute(id, commandOperation(small, options, capture), commands.some(mayGrow));
    }
    const large = await this.#prepare(id, commands, commands, options);
    return this.#executeLarge(id, commandOperation(large, options, capture));
  }

  /** Gives it another state, and with it another name where there is one. */
  async replace(
    id: string,
    state: unknown,
    name: string | undefined,
    options: WriteOptions,
  ): Promise<Receipt> {
    // A state that is put brings its own clock, where it has one.
    const time = (state as { time?: unknown } | null)?.time;
    const command = { type: 'replaceSnapshot', snapshot: state, ...(time !== undefined && { time }) };
    const named = name === undefined ? [command] : { commands: [command], name };
    const prepared = await this.#prepare(id, [command], named, options);
    const operation = { ...commandOperation(prepared, options), ...(name !== undefined && { name }) };
    const receipt = await this.#executeLarge(id, operation);
    if (name !== undefined && !receipt.replayed) this.#emit(listener => listener.listed());
    return receipt;
  }

  /** Takes a revision back by a new one. */
  async undo(
    id: string,
    revision: number | undefined,
    options: WriteOptions,
    capture?: Operation['capture'],
  ): Promise<Receipt & { readonly undone: number }> {
    let target: Entry | undefined;
    // What it takes back may be a whole state.
    const receipt = await this.#executeLarge(id, {
      ...options,
      fingerprint: fingerprint({ undo: revision ?? null }),
      steps: 1,
      prepare: async head => {
        target = await undoTarget(this.#host.journal, head, revision);
      },
      run: universe => {
        if (target === undefined) throw nothingToUndo(id, revision);
        return [undoEntry(universe, target)];
      },
      ...(capture !== undefined && { capture }),
    });
    return { ...receipt, undone: (receipt.events[0] as unknown as { revision: number }).revision };
  }

  /** Entries of this very universe behind a revision, oldest first. None are left once it is removed. */
  async after(loaded: LoadedUniverse, revision: number, limit: number): Promise<readonly Entry[]> {
    const recent = loaded.recent(revision);
    if (recent !== undefined) return recent.slice(0, limit);
    const { id, incarnation } = loaded.head;
    return withStoreErrors(id, this.#host.journal.read(id, revision, limit, incarnation));
  }

  /** The same before a revision, newest first. */
  async before(
    loaded: LoadedUniverse,
    revision: number | undefined,
    limit: number,
  ): Promise<readonly Entry[]> {
    const { id, incarnation } = loaded.head;
    return withStoreErrors(id, this.#host.journal.readBack(id, revision, limit, incarnation));
  }

  subscribe(listener: ServiceListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Waits for what is under way, leaves snapshots, and lets go of the journal. */
  async close(): Promise<void> {
    this.#unwatch();
    this.#headWatcher.close();
    const open = await Promise.allSettled(this.#loaded.values());
    for (const result of open) if (result.status === 'fulfilled') await result.value.close();
    await this.#host.journal.close();
  }

  /** Does before the write what a large one costs, in steps. */
  async #prepare(
    id: string,
    commands: readonly unknown[],
    digested: unknown,
    { key, heavy = SERVER.heavy }: WriteOptions,
  ): Promise<Prepared> {
    await this.open(id);
    return heavy(preparing(commands, key === undefined ? undefined : digested));
  }

  /** One at a time, over all universes: each of them holds the event loop. */
  #executeLarge(id: string, operation: Operation): Promise<Receipt> {
    return this.#large.run(operation.principal, () => this.#execute(id, operation));
  }

  async #execute(id: string, operation: Operation, grows = false): Promise<Receipt> {
    const loaded = await this.open(id);
    if (grows && loaded.characters > this.#limits.characters) await this.#checkSize(loaded);
    try {
      // A name that another server gave is known only to those who ask.
      if (operation.ifHead !== undefined) await loaded.refresh();
      const receipt = await loaded.execute(operation);
      if (loaded.hasGrown()) this.#evict(id);
      return receipt;
    } catch (thrown) {
      // Whoever waited while it was removed may find another one under its id.
      if (loaded.removed && thrown instanceof WorldError && thrown.kind === 'NotFound') {
        return this.#execute(id, operation, grows);
      }
      if (!(thrown instanceof StaleRevision)) throw thrown;
      throw thrown.withChanges(await this.after(loaded, thrown.expected, MAX_LISTED_CHANGES).catch(() => []));
    }
  }

  /** What is in memory under this id has another name, or another universe has taken its place. */
  async #headChanged(id: string): Promise<void> {
    // One that could not look would go on telling what it was before.
    await this.#refreshLoaded(id, loaded => loaded.removed || loaded.stale);
    this.#emit(listener => listener.listed());
  }

  /** Has the universe in memory look at its log, and lets go of it where it is of no use then. */
  async #refreshLoaded(id: string, useless: (loaded: LoadedUniverse) => boolean): Promise<void> {
    const loading = this.#loaded.get(id);
    const loaded = await loading?.catch(() => undefined);
    await loaded?.refresh();
    if (loaded === undefined || !useless(loaded) || this.#loaded.get(id) !== loading) return;
    this.#loaded.delete(id);
    await loaded.close();
  }

  #startLoading(id: string): Promise<LoadedUniverse> {
    const loading = this.#loading.run(async () => {
      await requireMemory(this.#loaded, this.#limits, id);
      return this.#load(id);
    });
    this.#loaded.set(id, loading);
    loading.then(
      () => this.#evict(id),
      () => this.#loaded.get(id) === loading && this.#loaded.delete(id),
    );
    return loading;
  }

  async #load(id: string): Promise<LoadedUniverse> {
    const result = isUniverseId(id) ? await withStoreErrors(id, load(this.#host, id)) : undefined;
    if (result === undefined) throw await this.#catalogue.missing(id);
    const loaded: LoadedUniverse = new LoadedUniverse(this.#host, result, (_id, entries) => {
      this.#emit(listener => listener.committed(id, entries));
      // One that had to make room may still have had something to write: whoever took its place hears of it here.
      this.#loaded.get(id)?.then(
        async current => {
          if (current !== loaded) await current.refresh();
        },
        () => {},
      );
    });
    return loaded;
  }

  /** Refuses what would make a universe larger that is as large as it may be. */
  async #checkSize(loaded: LoadedUniverse): Promise<void> {
    await loaded.measure();
    if (loaded.characters <= this.#limits.characters) return;
    const message = `Universe "${loaded.id}" has ${loaded.characters} characters of state; ${this.#limits.characters} are the most.`;
    throw new WorldError('InvalidArgument', message, 'Remove bodies first, or go on in another universe.');
  }

  #evict(wanted: string): void {
    evict(this.#loaded, this.#limits, wanted).catch(thrown =>
      this.#host.log.error({ err: thrown }, 'a universe cannot be closed'),
    );
  }

  /** Another process wrote something. Universes in memory read on; of the others only the heads are compared. */
  #refresh(id: string | undefined): void {
    const ids = id === undefined ? [...this.#loaded.keys()] : [id];
    for (const one of ids) void this.#refreshLoaded(one, loaded => loaded.removed);
    this.#headWatcher.look();
  }

  #emit(emit: (listener: ServiceListener) => void): void {
    for (const listener of this.#listeners) emit(listener);
  }
}

function mayGrow(command: unknown): boolean {
  const type = (command as { type?: unknown } | null)?.type;
  return typeof type === 'string' && GROWING.test(type);
}
