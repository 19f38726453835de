import type { Bookmark, Created, Entry, Head, ListOptions } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';
import { requestDigest, Semaphore } from '@worldwire/server/kit';
import { CONFIRM_ABOVE } from '@worldwire/writes';
import { Bookmarks } from './bookmarks.js';
import { type Caller, SERVER } from './caller.js';
import { commandOperation, isLarge, type PreparedCommands, prepareCommands } from './command-operation.js';
import { CommandSender } from './command-sender.js';
import type { Committed } from './committed-states.js';
import { EarlierStates } from './earlier-states.js';
import { FairQueue } from './fair-queue.js';
import { HeadWatcher } from './head-watcher.js';
import { holdForLoss } from './hold-for-loss.js';
import { load } from './load.js';
import { LoadedUniverse } from './loaded-universe.js';
import { DEFAULT_MEMORY_LIMITS, evict, type MemoryLimits, requireMemory } from './memory-limits.js';
import type { Operation, Precondition, Receipt, WriteOptions } from './operation.js';
import { RecentBudget } from './recent-entries.js';
import type { SendOptions, Sent } from './sent.js';
import { withStoreErrors } from './service-errors.js';
import { SharedWork } from './shared-work.js';
import { MAX_LISTED_CHANGES, StaleRevision } from './stale-revision.js';
import { StoreHealth } from './store-health.js';
import { nothingToUndo, undoEntry, undoTarget } from './undo.js';
import { explained } from './undo-obstacle.js';
import { type NewUniverse, type ServiceHost, UniverseCatalogue } from './universe-catalogue.js';
import { isUniverseId } from './universe-id.js';
import { mayGrow, WriteForms } from './write-forms.js';

export const MAX_COMMANDS = 1_000;
/** Waiting large operations of one principal. */
const MAX_LARGE_WAITING = 1_024;
/** A commit to a store that does not answer takes 12 seconds. */
const MAX_LARGE_WAIT_MS = 15_000;
/** The size of a universe is known only after it is loaded, so few are loaded at once. */
const MAX_LOADING = 4;

interface ServiceListener {
  committed(id: string, entries: readonly Entry[]): void;
  /** Another server changed a universe that is not in memory. */
  changed(id: string): void;
  /** A universe was created, renamed or removed. */
  listed(): void;
}

/** The service behind REST and MCP. All reads and writes of universes go through it. */
export class Universes {
  readonly health: StoreHealth;
  /** Results computed from states, shared by all universes. */
  readonly work = new SharedWork();
  readonly #host: ServiceHost & {
    readonly health: StoreHealth;
    readonly work: SharedWork;
    readonly recentBudget: RecentBudget;
  };
  readonly #large = new FairQueue(MAX_LARGE_WAITING, 'large writes', MAX_LARGE_WAIT_MS);
  readonly #loading = new Semaphore(MAX_LOADING);
  readonly #loaded = new Map<string, Promise<LoadedUniverse>>();
  /** The last one that was opened. */
  #newest: string | undefined;
  readonly #listeners = new Set<ServiceListener>();
  readonly #catalogue: UniverseCatalogue;
  readonly #earlier: EarlierStates;
  readonly #bookmarks: Bookmarks;
  readonly #sender: CommandSender;
  readonly #headWatcher: HeadWatcher;
  readonly #limits: MemoryLimits;
  readonly #unwatch: () => void;

  constructor(host: ServiceHost, limits: MemoryLimits = DEFAULT_MEMORY_LIMITS) {
    this.#limits = limits;
    this.health = new StoreHealth({ ...host, now: host.elapsed ?? host.now });
    this.#host = { ...host, health: this.health, work: this.work, recentBudget: new RecentBudget() };
    this.#catalogue = new UniverseCatalogue(this.#host);
    this.#earlier = new EarlierStates(this.#host);
    this.#bookmarks = new Bookmarks(host);
    const parts = { journal: host.journal, earlier: this.#earlier, bookmarks: this.#bookmarks };
    this.#sender = new CommandSender({
      ...parts,
      confirmAbove: host.confirmAbove ?? CONFIRM_ABOVE,
      forms: new WriteForms(parts),
      open: id => this.open(id),
      has: id => this.has(id),
      create: (wanted, options) => this.create(wanted, options),
      execute: (id, operation, { large, grows }, loaded) =>
        large ? this.#executeLarge(id, operation, grows) : this.#execute(id, operation, grows, loaded),
    });
    this.#headWatcher = new HeadWatcher(host, {
      changed: id => this.#loaded.has(id) || this.#emit(listener => listener.changed(id)),
      listed: () => this.#emit(listener => listener.listed()),
    });
    this.#unwatch = host.journal.watch(id => this.#journalOnChange(id));
  }

  async create(wanted: NewUniverse, options: WriteOptions): Promise<Created> {
    const prepared = await this.#catalogue.prepare(wanted, options);
    const create = () => this.#catalogue.create(prepared);
    const created = await ((wanted.copied ?? wanted.state) === undefined
      ? create()
      : this.#large.run(options.principal, create));
    await this.#headChanged(created.head.id);
    return created;
  }

  list(options: ListOptions): Promise<readonly Head[]> {
    return this.#catalogue.list(options);
  }

  has(id: string): Promise<boolean> {
    return this.#catalogue.has(id);
  }

  async rename(
    id: string,
    name: string,
    { beforeLoss, ...precondition }: Precondition & Pick<WriteOptions, 'beforeLoss'> = {},
  ): Promise<void> {
    if (beforeLoss !== undefined) await this.#beforeRename(id, name, beforeLoss);
    await this.#catalogue.rename(id, name, precondition);
    await this.#headChanged(id);
  }

  /** Rejects if the universe does not match. */
  expect(id: string, precondition: Precondition): Promise<void> {
    return this.#catalogue.expect(id, precondition);
  }

  async remove(
    id: string,
    { beforeLoss, ...precondition }: Precondition & Pick<WriteOptions, 'beforeLoss'> = {},
  ): Promise<void> {
    if (beforeLoss !== undefined) {
      // A universe that does not exist is not lost.
      await this.open(id);
      beforeLoss();
    }
    await this.#catalogue.remove(id, precondition);
    await this.#headChanged(id);
  }

  /** The universe in memory; loads it first if needed. Callers are served in order. */
  open(id: string): Promise<LoadedUniverse> {
    const loading = this.#loaded.get(id) ?? this.#startLoading(id);
    if (this.#newest !== id) {
      // Moves it to the end: eviction starts with the first.
      this.#loaded.delete(id);
      this.#loaded.set(id, loading);
      this.#newest = id;
    }
    return loading.then(loaded => {
      if (!loaded.removed) return loaded;
      if (this.#loaded.get(id) === loading) this.#loaded.delete(id);
      return this.open(id);
    });
  }

  /** Applies all commands, or none. */
  async execute(
    id: string,
    commands: readonly unknown[],
    options: WriteOptions,
    capture?: Operation['capture'],
  ): Promise<Receipt> {
    if (commands.length === 0 || commands.length > MAX_COMMANDS) {
      throw new WorldError(
        'InvalidArgument',
        `Send 1 to ${MAX_COMMANDS} commands, not ${commands.length}.`,
        'Split the commands into several requests.',
      );
    }
    if (!isLarge(commands)) {
      const digest = options.key === undefined ? '' : requestDigest(commands);
      const small = { commands, digest, steps: commands.length };
      return this.#execute(id, commandOperation(small, options, capture), commands.some(mayGrow));
    }
    const large = await this.#prepare(id, commands, commands, options);
    return this.#executeLarge(id, commandOperation(large, options, capture));
  }

  /**
   * Applies one command, or a form that is made of commands or of the history, as one entry; or only plans it, if it is a dry run
   * or if a person has to confirm it: then send it again with the digest of the plan as `expectDigest`.
   */
  send(id: string, command: unknown, options: SendOptions): Promise<Sent> {
    return this.#sender.send(id, command, options);
  }

  /** A new name overwrites the old one. */
  async #beforeRename(id: string, name: string, beforeLoss: () => void): Promise<void> {
    const { head } = await this.open(id);
    if (head.name !== name) beforeLoss();
  }

  /** Replaces the state, and the name if given. */
  async replace(
    id: string,
    state: unknown,
    name: string | undefined,
    options: WriteOptions,
  ): Promise<Receipt> {
    if (name !== undefined && options.beforeLoss !== undefined)
      await this.#beforeRename(id, name, options.beforeLoss);
    const time = (state as { time?: unknown } | null)?.time;
    const command = { type: 'replaceSnapshot', snapshot: state, ...(time !== undefined && { time }) };
    const request = name === undefined ? [command] : { commands: [command], name };
    const prepared = await this.#prepare(id, [command], request, options);
    const operation: Operation = {
      ...commandOperation(prepared, options),
      ...(name !== undefined && { name }),
    };
    const receipt = await this.#executeLarge(id, operation);
    if (name !== undefined && !receipt.replayed) this.#emit(listener => listener.listed());
    return receipt;
  }

  /** Undoes a revision, or the newest that is not undone, by a new entry. */
  async undo(
    id: string,
    revision: number | undefined,
    options: WriteOptions,
    capture?: Operation['capture'],
  ): Promise<Receipt & { readonly undone: number }> {
    let head: Head | undefined;
    let target: Entry | undefined;
    // Large, because the entry may contain a whole state.
    const receipt = await this.#executeLarge<never>(id, {
      ...options,
      fingerprint: requestDigest({ undo: revision ?? null }),
      steps: 1,
      prepare: async newest => {
        head = newest;
        target = await undoTarget(this.#host.journal, head, revision);
      },
      run: universe => {
        if (target === undefined) throw nothingToUndo(id, revision);
        return [undoEntry(universe, target)];
      },
      hold: holdForLoss(options.beforeLoss),
      ...(capture !== undefined && { capture }),
    }).catch(async thrown => {
      throw head === undefined ? thrown : await explained(thrown, this.#host.journal, head, undefined);
    });
    return { ...receipt, undone: (receipt.events[0] as unknown as { revision: number }).revision };
  }

  /** The state at any revision, immutable. Rejects with NotFound if there is no such revision. */
  stateAt(loaded: LoadedUniverse, revision: number, caller: Caller): Promise<Committed> {
    return this.#earlier.at(loaded, revision, caller);
  }

  /** The number of a revision that is given as a number, as digits, or by the name of a bookmark. */
  revisionOf(loaded: LoadedUniverse, given: number | string): Promise<number> {
    return this.#bookmarks.revisionOf(loaded, given);
  }

  /** The named revisions of a universe, by name. */
  bookmarks(loaded: LoadedUniverse): Promise<readonly Bookmark[]> {
    return this.#bookmarks.list(loaded);
  }

  /** Entries after a revision, oldest first. Empty if the universe was removed. */
  async after(loaded: LoadedUniverse, revision: number, limit: number): Promise<readonly Entry[]> {
    const recent = loaded.recent(revision);
    if (recent !== undefined) return recent.slice(0, limit);
    const { id, incarnation } = loaded.head;
    return withStoreErrors(id, this.#host.journal.read(id, revision, limit, incarnation));
  }

  /** Entries before a revision, newest first. */
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

  /** Waits for pending operations, saves snapshots, and closes the journal. */
  async close(): Promise<void> {
    this.#unwatch();
    this.#headWatcher.close();
    const open = await Promise.allSettled(this.#loaded.values());
    for (const result of open) if (result.status === 'fulfilled') await result.value.close();
    await this.#host.journal.close();
  }

  async #prepare(
    id: string,
    commands: readonly unknown[],
    request: unknown,
    { key, heavy = SERVER.heavy }: WriteOptions,
  ): Promise<PreparedCommands> {
    await this.open(id);
    return heavy(prepareCommands(commands, key === undefined ? undefined : request));
  }

  /** One at a time over all universes, because each blocks the event loop. */
  #executeLarge<Held = never>(
    id: string,
    operation: Operation<Held>,
    grows = false,
  ): Promise<Receipt | Held> {
    return this.#large.run(operation.principal, () => this.#execute(id, operation, grows));
  }

  async #execute<Held = never>(
    id: string,
    operation: Operation<Held>,
    grows = false,
    opened?: LoadedUniverse,
  ): Promise<Receipt | Held> {
    const loaded = opened ?? (await this.open(id));
    if (grows && loaded.characters > this.#limits.characters) await this.#checkSize(loaded);
    try {
      // A rename by another server is not in the log.
      if (operation.ifHead !== undefined) await loaded.refresh();
      const receipt = await loaded.execute(operation);
      if (loaded.hasGrown()) this.#evict(id);
      return receipt;
    } catch (thrown) {
      // Another universe may have the id now.
      if (loaded.removed && thrown instanceof WorldError && thrown.kind === 'NotFound') {
        return this.#execute(id, operation, grows);
      }
      if (!(thrown instanceof StaleRevision)) throw thrown;
      throw thrown.withChanges(await this.after(loaded, thrown.expected, MAX_LISTED_CHANGES).catch(() => []));
    }
  }

  async #headChanged(id: string): Promise<void> {
    // If the refresh failed, the universe in memory has an outdated head.
    await this.#refreshLoaded(id, loaded => loaded.removed || loaded.stale);
    this.#emit(listener => listener.listed());
  }

  /** Refreshes a universe in memory, and unloads it if `useless`. */
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
    const loaded: LoadedUniverse = new LoadedUniverse(this.#host, result, entries => {
      this.#emit(listener => listener.committed(id, entries));
      // An evicted universe may finish a write after it was loaded again; the new instance must read it.
      this.#loaded.get(id)?.then(
        async current => {
          if (current !== loaded) await current.refresh();
        },
        () => {},
      );
    });
    return loaded;
  }

  /** Refuses to grow a universe that has reached the limit. */
  async #checkSize(loaded: LoadedUniverse): Promise<void> {
    await loaded.snapshot();
    if (loaded.characters <= this.#limits.characters) return;
    const message = `Universe "${loaded.id}" has ${loaded.characters} characters of state; the limit is ${this.#limits.characters}.`;
    throw new WorldError(
      'InvalidArgument',
      message,
      'Remove bodies first, or use another universe, which {"type":"createUniverse"} creates.',
    );
  }

  #evict(wanted: string): void {
    evict(this.#loaded, this.#limits, wanted).catch(thrown =>
      this.#host.log.error({ err: thrown }, 'cannot unload a universe'),
    );
  }

  /** Another process wrote to the store. */
  #journalOnChange(id: string | undefined): void {
    const ids = id === undefined ? [...this.#loaded.keys()] : [id];
    for (const one of ids) void this.#refreshLoaded(one, loaded => loaded.removed);
    this.#headWatcher.check();
  }

  #emit(call: (listener: ServiceListener) => void): void {
    for (const listener of this.#listeners) call(listener);
  }
}
