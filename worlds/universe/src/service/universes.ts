import type { Entry, Expected, Head, Journal } from '@worldwire/journal';
import { JournalConflict } from '@worldwire/journal';
import { type Log, WorldError } from '@worldwire/server';
import { Universe } from '../domain/index.js';
import { changedHead, explained, guarded, notFound } from './failures.js';
import { fingerprint } from './fingerprint.js';
import { ForeignHeads } from './foreign-heads.js';
import { LiveUniverse } from './live-universe.js';
import { load } from './load.js';
import type { Asked, Basis, Operation, Receipt } from './operation.js';
import { StaleRevision } from './stale-revision.js';
import { StoreHealth } from './store-health.js';
import { takeBack, undoTarget } from './undo.js';
import { isUniverseId } from './universe-id.js';

/** Universes held in memory at once; those that nobody follows make room for others. */
const MOST_LIVE = 256;
export const MOST_COMMANDS = 1_000;
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
  /** Another server changed a universe that is not in memory here. */
  changed(id: string): void;
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
  readonly health: StoreHealth;
  readonly #host: ServiceHost & { readonly health: StoreHealth };
  readonly #live = new Map<string, Promise<LiveUniverse>>();
  readonly #listeners = new Set<ServiceListener>();
  readonly #foreign: ForeignHeads;
  readonly #unwatch: () => void;

  constructor(host: ServiceHost) {
    this.health = new StoreHealth(host);
    this.#host = { ...host, health: this.health };
    this.#foreign = new ForeignHeads(host, {
      changed: id => this.#live.has(id) || this.#tell(listener => listener.changed(id)),
      listed: () => this.#tell(listener => listener.listed()),
    });
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
      const creating = journal.create({
        id,
        name,
        at: new Date(now()).toISOString(),
        state: JSON.stringify(universe.snapshot()),
        ...(key !== undefined && { operation: { principal, key, fingerprint: digest() } }),
      });
      const created = await this.health.watch(creating);
      await this.#headChanged(created.head.id);
      return created;
    } catch (thrown) {
      throw thrown instanceof JournalConflict ? await this.#notCreated(id) : explained(id, thrown);
    }
  }

  list(options: { readonly after?: string; readonly limit: number }): Promise<readonly Head[]> {
    return guarded(undefined, this.#host.journal.list(options));
  }

  async has(id: string): Promise<boolean> {
    return (await guarded(id, this.#host.journal.find(id))) !== undefined;
  }

  rename(id: string, name: string, basis: Basis = {}): Promise<void> {
    const at = new Date(this.#host.now()).toISOString();
    return this.#unlogged(id, basis, expected => this.#host.journal.rename(id, name, at, expected));
  }

  remove(id: string, basis: Basis = {}): Promise<void> {
    return this.#unlogged(id, basis, expected => this.#host.journal.remove(id, expected));
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
    let target: Entry;
    const receipt = await this.#execute(id, {
      ...asked,
      fingerprint: fingerprint({ undo: revision ?? null }),
      steps: 1,
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
      throw thrown instanceof StaleRevision ? await this.#told(thrown) : thrown;
    }
  }

  /** For what changes a universe and is no entry of its log. It is not loaded: one that cannot be read can go, too. */
  async #unlogged(id: string, basis: Basis, work: (expected: Expected) => Promise<boolean>): Promise<void> {
    if (!isUniverseId(id)) throw await this.#missing(id);
    for (;;) {
      const expected = await this.#expected(id, basis);
      try {
        if (!(await guarded(id, this.health.watch(work(expected))))) throw await this.#missing(id);
        break;
      } catch (thrown) {
        // Somebody was faster: whether it still is what it should be is looked at again.
        if (!(thrown instanceof JournalConflict)) throw thrown;
      }
    }
    await this.#headChanged(id);
  }

  /** What is in memory under this id has another name, or another universe has taken its place. */
  async #headChanged(id: string): Promise<void> {
    await this.#live.get(id)?.then(
      live => live.refresh(),
      () => {},
    );
    this.#tell(listener => listener.listed());
  }

  /** What the log must be for a write on this basis, which it is now. */
  async #expected(id: string, { ifRevision, ifHead }: Basis): Promise<Expected> {
    if (ifRevision === undefined && ifHead === undefined) return {};
    const head = await guarded(id, this.#host.journal.find(id));
    if (head === undefined) throw await this.#missing(id);
    const { incarnation, name, revision } = head;
    if (ifRevision !== undefined && ifRevision !== revision) {
      throw await this.#told(new StaleRevision(id, ifRevision, revision));
    }
    if (ifHead === undefined) return { revision };
    if (!ifHead(head)) throw changedHead(id);
    return { incarnation, name, revision };
  }

  async #told(stale: StaleRevision): Promise<StaleRevision> {
    const { id, expected } = stale;
    return stale.telling(await this.#host.journal.read(id, expected, MOST_TOLD).catch(() => []));
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
    const live: LiveUniverse = new LiveUniverse(
      this.#host,
      await guarded(id, load(journal, found)),
      (_id, entries) => {
        this.#tell(listener => listener.committed(id, entries));
        // One that had to make room may still have had something to write: whoever took its place hears of it here.
        this.#live.get(id)?.then(
          async current => {
            if (current !== live) await current.refresh();
          },
          () => {},
        );
      },
    );
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
    const loaded = id === undefined ? [...this.#live.values()] : [this.#live.get(id)];
    for (const loading of loaded) loading?.then(live => live.refresh()).catch(() => {});
    this.#foreign.look();
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

  async #missing(id: string): Promise<WorldError> {
    const some = await this.list({ limit: HINTED });
    const names = some.map(head => head.id).join(', ');
    return notFound(id, names === '' ? 'There is none yet: create one first.' : `There are: ${names}.`);
  }

  #tell(say: (listener: ServiceListener) => void): void {
    for (const listener of this.#listeners) say(listener);
  }
}
