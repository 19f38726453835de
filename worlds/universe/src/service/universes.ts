import type { Entry, Head } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';
import { Catalogue, type NewUniverse, type ServiceHost } from './catalogue.js';
import { guarded } from './failures.js';
import { fingerprint } from './fingerprint.js';
import { ForeignHeads } from './foreign-heads.js';
import { LiveUniverse } from './live-universe.js';
import { load } from './load.js';
import type { Asked, Basis, Operation, Receipt } from './operation.js';
import { MOST_TOLD, StaleRevision } from './stale-revision.js';
import { StoreHealth } from './store-health.js';
import { nothingToUndo, takeBack, undoTarget } from './undo.js';
import { isUniverseId } from './universe-id.js';

/** Universes held in memory at once; those that nobody follows make room for others. */
const MOST_LIVE = 256;
export const MOST_COMMANDS = 1_000;

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
  readonly #host: ServiceHost & { readonly health: StoreHealth };
  readonly #live = new Map<string, Promise<LiveUniverse>>();
  readonly #listeners = new Set<ServiceListener>();
  readonly #catalogue: Catalogue;
  readonly #foreign: ForeignHeads;
  readonly #unwatch: () => void;

  constructor(host: ServiceHost) {
    this.health = new StoreHealth(host);
    this.#host = { ...host, health: this.health };
    this.#catalogue = new Catalogue(this.#host);
    this.#foreign = new ForeignHeads(host, {
      changed: id => this.#live.has(id) || this.#tell(listener => listener.changed(id)),
      listed: () => this.#tell(listener => listener.listed()),
    });
    this.#unwatch = host.journal.watch(id => this.#refresh(id));
  }

  async create(
    wanted: NewUniverse,
    asked: Asked,
  ): Promise<{ readonly head: Head; readonly replayed: boolean }> {
    const created = await this.#catalogue.create(wanted, asked);
    await this.#headChanged(created.head.id);
    return created;
  }

  list(options: { readonly after?: string; readonly limit: number }): Promise<readonly Head[]> {
    return this.#catalogue.list(options);
  }

  has(id: string): Promise<boolean> {
    return this.#catalogue.has(id);
  }

  async rename(id: string, name: string, basis: Basis = {}): Promise<void> {
    await this.#catalogue.rename(id, name, basis);
    await this.#headChanged(id);
  }

  async remove(id: string, basis: Basis = {}): Promise<void> {
    await this.#catalogue.remove(id, basis);
    await this.#headChanged(id);
  }

  /** The universe in memory, for those who look at it. All get it in the order in which they asked. */
  open(id: string): Promise<LiveUniverse> {
    const loading = this.#live.get(id) ?? this.#begin(id);
    // The last in the order is the last to make room.
    this.#live.delete(id);
    this.#live.set(id, loading);
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
      steps: commands.length,
      run: universe => (commands.length === 1 ? [universe.apply(commands[0])] : universe.applyAll(commands)),
      ...(look !== undefined && { look }),
    });
  }

  /** Gives it another state, and with it another name where there is one. */
  async replace(id: string, state: unknown, name: string | undefined, asked: Asked): Promise<Receipt> {
    // A state that is put brings its own clock, where it has one.
    const time = (state as { time?: unknown } | null)?.time;
    const command = { type: 'replaceSnapshot', snapshot: state, ...(time !== undefined && { time }) };
    const digest = () => fingerprint(name === undefined ? [command] : { commands: [command], name });
    const receipt = await this.#execute(id, {
      ...asked,
      fingerprint: asked.key === undefined ? '' : digest(),
      steps: 1,
      run: universe => [universe.apply(command)],
      ...(name !== undefined && { name }),
    });
    if (name !== undefined && !receipt.replayed) this.#tell(listener => listener.listed());
    return receipt;
  }

  /** Takes a revision back by a new one. */
  async undo(
    id: string,
    revision: number | undefined,
    asked: Asked,
    look?: Operation['look'],
  ): Promise<Receipt & { readonly undone: number }> {
    let target: Entry | undefined;
    const receipt = await this.#execute(id, {
      ...asked,
      fingerprint: fingerprint({ undo: revision ?? null }),
      steps: 1,
      prepare: async head => {
        target = await undoTarget(this.#host.journal, head, revision);
      },
      run: universe => {
        if (target === undefined) throw nothingToUndo(id, revision);
        return [takeBack(universe, target)];
      },
      ...(look !== undefined && { look }),
    });
    return { ...receipt, undone: (receipt.events[0] as unknown as { revision: number }).revision };
  }

  /** Entries of this very universe behind a revision, oldest first. None are left once it is removed. */
  async after(live: LiveUniverse, revision: number, limit: number): Promise<readonly Entry[]> {
    const recent = live.recent(revision);
    if (recent !== undefined) return recent.slice(0, limit);
    const { id, incarnation } = live.head;
    return guarded(id, this.#host.journal.read(id, revision, limit, incarnation));
  }

  /** The same before a revision, newest first. */
  async before(live: LiveUniverse, revision: number | undefined, limit: number): Promise<readonly Entry[]> {
    const { id, incarnation } = live.head;
    return guarded(id, this.#host.journal.readBack(id, revision, limit, incarnation));
  }

  listen(listener: ServiceListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Waits for what is under way, leaves snapshots, and lets go of the journal. */
  async close(): Promise<void> {
    this.#unwatch();
    this.#foreign.close();
    const open = await Promise.allSettled(this.#live.values());
    for (const result of open) if (result.status === 'fulfilled') await result.value.close();
    await this.#host.journal.close();
  }

  async #execute(id: string, operation: Operation): Promise<Receipt> {
    const live = await this.open(id);
    try {
      // A name that another server gave is known only to those who ask.
      if (operation.ifHead !== undefined) await live.refresh();
      return await live.execute(operation);
    } catch (thrown) {
      // Whoever waited while it was removed may find another one under its id.
      if (live.gone && thrown instanceof WorldError && thrown.kind === 'NotFound') {
        return this.#execute(id, operation);
      }
      if (!(thrown instanceof StaleRevision)) throw thrown;
      throw thrown.telling(await this.after(live, thrown.expected, MOST_TOLD).catch(() => []));
    }
  }

  /** What is in memory under this id has another name, or another universe has taken its place. */
  async #headChanged(id: string): Promise<void> {
    // One that could not look would go on telling what it was before.
    await this.#lookAgain(id, live => live.gone || live.behind);
    this.#tell(listener => listener.listed());
  }

  /** Has the universe in memory look at its log, and lets go of it where it is of no use then. */
  async #lookAgain(id: string, useless: (live: LiveUniverse) => boolean): Promise<void> {
    const loading = this.#live.get(id);
    const live = await loading?.catch(() => undefined);
    await live?.refresh();
    if (live === undefined || !useless(live) || this.#live.get(id) !== loading) return;
    this.#live.delete(id);
    await live.close();
  }

  #begin(id: string): Promise<LiveUniverse> {
    const loading = this.#load(id);
    this.#live.set(id, loading);
    loading.catch(() => this.#live.get(id) === loading && this.#live.delete(id));
    this.#makeRoom();
    return loading;
  }

  async #load(id: string): Promise<LiveUniverse> {
    const loaded = isUniverseId(id) ? await guarded(id, load(this.#host.journal, id)) : undefined;
    if (loaded === undefined) throw await this.#catalogue.missing(id);
    const live: LiveUniverse = new LiveUniverse(this.#host, loaded, (_id, entries) => {
      this.#tell(listener => listener.committed(id, entries));
      // One that had to make room may still have had something to write: whoever took its place hears of it here.
      this.#live.get(id)?.then(
        async current => {
          if (current !== live) await current.refresh();
        },
        () => {},
      );
    });
    return live;
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

  /** Another process wrote something. Universes in memory read on; of the others only the heads are compared. */
  #refresh(id: string | undefined): void {
    const ids = id === undefined ? [...this.#live.keys()] : [id];
    for (const one of ids) void this.#lookAgain(one, live => live.gone);
    this.#foreign.look();
  }

  #tell(say: (listener: ServiceListener) => void): void {
    for (const listener of this.#listeners) say(listener);
  }
}
