import type { Entry, Head } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';
import { SERVER } from './caller.js';
import { commandOperation, isLarge, type Prepared, preparing } from './command-operation.js';
import { guarded } from './failures.js';
import { FairGate } from './fair-gate.js';
import { fingerprint } from './fingerprint.js';
import { ForeignHeads } from './foreign-heads.js';
import { DEFAULT_LIVE_LIMITS, type LiveLimits, makeRoom, requireRoom } from './live-limits.js';
import { LiveUniverse } from './live-universe.js';
import { load } from './load.js';
import type { Asked, Basis, Operation, Receipt } from './operation.js';
import { RecentRoom } from './recent-entries.js';
import { SharedWork } from './shared-work.js';
import { Slots } from './slots.js';
import { MAX_TOLD, StaleRevision } from './stale-revision.js';
import { StoreHealth } from './store-health.js';
import { nothingToUndo, takeBack, undoTarget } from './undo.js';
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
    readonly recentRoom: RecentRoom;
  };
  readonly #large = new FairGate(MAX_LARGE_WAITING, 'large writes', MAX_LARGE_WAIT_MS);
  readonly #loading = new Slots(MAX_LOADING);
  readonly #live = new Map<string, Promise<LiveUniverse>>();
  readonly #listeners = new Set<ServiceListener>();
  readonly #catalogue: Catalogue;
  readonly #foreign: ForeignHeads;
  readonly #limits: LiveLimits;
  readonly #unwatch: () => void;

  constructor(host: ServiceHost, limits: LiveLimits = DEFAULT_LIVE_LIMITS) {
    this.#limits = limits;
    this.health = new StoreHealth({ journal: host.journal, now: host.elapsed ?? host.now });
    this.#host = { ...host, health: this.health, work: this.work, recentRoom: new RecentRoom() };
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
    const prepared = await this.#catalogue.prepare(wanted, asked);
    const create = () => this.#catalogue.create(prepared);
    const created = await (wanted.state === undefined ? create() : this.#large.run(asked.principal, create));
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
    if (commands.length === 0 || commands.length > MAX_COMMANDS) {
      throw new WorldError('InvalidArgument', `Send 1 to ${MAX_COMMANDS} commands at once.`);
    }
    if (!isLarge(commands)) {
      const digest = asked.key === undefined ? '' : fingerprint(commands);
      const small = { commands, digest, steps: commands.length };
      return this.#execute(id, commandOperation(small, asked, look), commands.some(mayGrow));
    }
    const large = await this.#prepare(id, commands, commands, asked);
    return this.#executeLarge(id, commandOperation(large, asked, look));
  }

  /** Gives it another state, and with it another name where there is one. */
  async replace(id: string, state: unknown, name: string | undefined, asked: Asked): Promise<Receipt> {
    // A state that is put brings its own clock, where it has one.
    const time = (state as { time?: unknown } | null)?.time;
    const command = { type: 'replaceSnapshot', snapshot: state, ...(time !== undefined && { time }) };
    const named = name === undefined ? [command] : { commands: [command], name };
    const prepared = await this.#prepare(id, [command], named, asked);
    const operation = { ...commandOperation(prepared, asked), ...(name !== undefined && { name }) };
    const receipt = await this.#executeLarge(id, operation);
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
    // What it takes back may be a whole state.
    const receipt = await this.#executeLarge(id, {
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

  /** Does before the write what a large one costs, in steps. */
  async #prepare(
    id: string,
    commands: readonly unknown[],
    digested: unknown,
    { key, heavy = SERVER.heavy }: Asked,
  ): Promise<Prepared> {
    await this.open(id);
    return heavy(preparing(commands, key === undefined ? undefined : digested));
  }

  /** One at a time, over all universes: each of them holds the event loop. */
  #executeLarge(id: string, operation: Operation): Promise<Receipt> {
    return this.#large.run(operation.principal, () => this.#execute(id, operation));
  }

  async #execute(id: string, operation: Operation, grows = false): Promise<Receipt> {
    const live = await this.open(id);
    if (grows && live.characters > this.#limits.characters) await this.#checkRoom(live);
    try {
      // A name that another server gave is known only to those who ask.
      if (operation.ifHead !== undefined) await live.refresh();
      const receipt = await live.execute(operation);
      if (live.hasGrown()) this.#makeRoom(id);
      return receipt;
    } catch (thrown) {
      // Whoever waited while it was removed may find another one under its id.
      if (live.gone && thrown instanceof WorldError && thrown.kind === 'NotFound') {
        return this.#execute(id, operation, grows);
      }
      if (!(thrown instanceof StaleRevision)) throw thrown;
      throw thrown.telling(await this.after(live, thrown.expected, MAX_TOLD).catch(() => []));
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
    const loading = this.#loading.run(async () => {
      await requireRoom(this.#live, this.#limits, id);
      return this.#load(id);
    });
    this.#live.set(id, loading);
    loading.then(
      () => this.#makeRoom(id),
      () => this.#live.get(id) === loading && this.#live.delete(id),
    );
    return loading;
  }

  async #load(id: string): Promise<LiveUniverse> {
    const loaded = isUniverseId(id) ? await guarded(id, load(this.#host, id)) : undefined;
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

  /** Refuses what would make a universe larger that is as large as it may be. */
  async #checkRoom(live: LiveUniverse): Promise<void> {
    await live.weigh();
    if (live.characters <= this.#limits.characters) return;
    const message = `Universe "${live.id}" has ${live.characters} characters of state; ${this.#limits.characters} are the most.`;
    throw new WorldError('InvalidArgument', message, 'Remove bodies first, or go on in another universe.');
  }

  #makeRoom(wanted: string): void {
    makeRoom(this.#live, this.#limits, wanted).catch(thrown =>
      this.#host.log.error({ err: thrown }, 'a universe cannot be closed'),
    );
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

function mayGrow(command: unknown): boolean {
  const type = (command as { type?: unknown } | null)?.type;
  return typeof type === 'string' && GROWING.test(type);
}
