import { EngineError } from '../port/engine-error.js';
import { engineName } from './engine-names.js';
import { FirstIds, IDS_PER_PROCESS } from './first-ids.js';
import type { LinkChannel } from './link-channel.js';
import { type LinkHello, readHello } from './link-hello.js';
import type { LinkInfo } from './link-state.js';
import { LinkedEngine, type LinkedEngineOptions } from './linked-engine.js';

/** Engines that are linked at the same time. */
export const MAX_ENGINES = 16;
/** Entries that are made in a minute: each costs the world work and memory, and a bridge may dial with ever new projects. */
const MAX_NEW_PER_MINUTE = 30;
const MINUTE_MS = 60_000;
/** Processes of an engine whose ids are known to be its own. */
const MAX_PROCESSES = 64;

/** An engine of a server. */
export interface PoolEntry {
  /** Stays the same while the entry exists. Undefined before the first engine links. */
  readonly name: string | undefined;
  readonly engine: LinkedEngine;
}

interface Entry extends PoolEntry {
  name: string | undefined;
  hello: LinkHello | undefined;
  /** Where the ids of its processes begin, the current one last. */
  readonly firstIds: number[];
}

export type PoolChange = { readonly kind: 'added' | 'removed'; readonly entry: PoolEntry };

/**
 * The engines of a server. There is always a first entry, which waits until an engine links. An engine that is lost keeps its entry until
 * there are too many.
 */
export class EnginePool {
  readonly #options: LinkedEngineOptions;
  readonly #firstIds: FirstIds;
  readonly #entries: Entry[] = [];
  readonly #listeners = new Set<(change: PoolChange) => void>();
  /** When the last entries were made. */
  #made: number[] = [];
  #closed = false;

  constructor(options: LinkedEngineOptions) {
    this.#options = options;
    this.#firstIds = new FirstIds(options.ids ?? { next: 1, keep: () => {} });
    this.#entries.push(this.#newEntry());
  }

  /** The first is the one that has waited for the first engine. It is never removed. */
  get entries(): readonly PoolEntry[] {
    return this.#entries;
  }

  get first(): PoolEntry {
    return this.#entries[0] as Entry;
  }

  /** The links of all engines, or the one that waits. */
  get links(): readonly LinkInfo[] {
    return this.#entries.map(({ name, engine }) => ({
      ...(name !== undefined && { name }),
      ...(engine.process > 0 && { process: engine.process }),
      ...engine.link,
    }));
  }

  /** The engine that has or had this object, by the number of its id. */
  entryOfId(id: string): PoolEntry | undefined {
    const number = Number(/^obj:(\d{1,16})$/.exec(id)?.[1] ?? Number.NaN);
    const has = (first: number) => number >= first && number < first + IDS_PER_PROCESS;
    return this.#entries.find(({ firstIds }) => firstIds.some(has));
  }

  /** Links a bridge that dials in, or throws. Returns where the numbers of its objects begin, and the name of the engine. */
  join(engine: unknown, channel: LinkChannel): { readonly firstId: number; readonly name: string } {
    if (this.#closed)
      throw new EngineError('not-ready', 'the server is closing', 'dial again when it has started again');
    const hello = readHello(engine, this.#options.mint);
    const known = this.#process(hello) ?? this.#lost(hello) ?? this.#vacant();
    const entry = known ?? this.#further();
    this.#requireOwnIds(hello, entry);
    const { name } = entry;
    entry.name ??= engineName(hello, new Set(this.#entries.flatMap(each => each.name ?? [])));
    let firstId: number;
    try {
      if (known === undefined) this.#add(entry);
      ({ firstId } = entry.engine.accept(hello, channel, this.#isCopy(hello, entry)));
    } catch (thrown) {
      entry.name = name;
      if (known === undefined) this.#remove(entry);
      throw thrown;
    }
    entry.hello = hello;
    this.#own(entry, firstId);
    this.#evict();
    return { firstId, name: entry.name };
  }

  /** Called when an engine gets an entry, before it links, and when it loses it. Returns the function that unsubscribes. */
  listen(listener: (change: PoolChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#entries.map(({ engine }) => engine.close()));
    this.#listeners.clear();
  }

  /** The entry of the process that dials again. One that does not send its `firstId` is a copy while the other is connected. */
  #process({ instance, firstId }: LinkHello): Entry | undefined {
    const same = this.#entries.filter(({ hello }) => hello?.instance === instance);
    return firstId === undefined
      ? same.find(({ engine }) => !engine.connected)
      : same.find(({ firstIds }) => firstIds.at(-1) === firstId);
  }

  /** The entry of an engine that is lost and of which this is a new process. */
  #lost({ name, project, role }: LinkHello): Entry | undefined {
    return this.#entries.find(
      ({ hello, engine }) =>
        hello?.name === name && hello.project === project && hello.role === role && !engine.connected,
    );
  }

  #vacant(): Entry | undefined {
    return this.#entries.find(({ hello }) => hello === undefined);
  }

  #further(): Entry {
    const connected = this.#entries.filter(({ engine }) => engine.connected);
    if (connected.length < MAX_ENGINES) {
      this.#requirePace();
      return this.#newEntry();
    }
    const names = connected.map(({ name }) => name).join(', ');
    throw new EngineError(
      'not-ready',
      `${MAX_ENGINES} engines are linked, which is the limit: ${names}`,
      'close one of them, or use another server',
    );
  }

  #requirePace(): void {
    const now = this.#options.now().getTime();
    this.#made = this.#made.filter(at => now - at < MINUTE_MS && at <= now);
    if (this.#made.length >= MAX_NEW_PER_MINUTE) {
      throw new EngineError(
        'not-ready',
        `${MAX_NEW_PER_MINUTE} further engines have linked within a minute, which is the limit`,
        'dial again in a minute; an engine that keeps its project and role keeps its entry',
      );
    }
    this.#made.push(now);
  }

  /** FirstIds forgets the oldest processes, which may still be connected. */
  #requireOwnIds({ firstId }: LinkHello, entry: Entry): void {
    if (firstId === undefined) return;
    const other = this.#entries.find(
      ({ engine, firstIds }) =>
        engine.connected && Math.abs((firstIds.at(-1) ?? Number.NaN) - firstId) < IDS_PER_PROCESS,
    );
    if (other === undefined || other === entry) return;
    throw new EngineError(
      'not-ready',
      `the ids from obj:${firstId} on belong to an engine that was linked before, ${other.name}`,
      'leave engine.firstId out, or restart the engine',
    );
  }

  #isCopy({ instance }: LinkHello, entry: Entry): boolean {
    return this.#entries.some(
      other => other !== entry && other.hello?.instance === instance && other.engine.connected,
    );
  }

  /** A process may return after another one has taken its place: its ids go with it. */
  #own(entry: Entry, firstId: number): void {
    for (const { firstIds } of this.#entries) {
      const index = firstIds.indexOf(firstId);
      if (index >= 0) firstIds.splice(index, 1);
    }
    entry.firstIds.push(firstId);
    if (entry.firstIds.length > MAX_PROCESSES) entry.firstIds.shift();
  }

  #newEntry(): Entry {
    const engine = new LinkedEngine({ ...this.#options, firstIds: this.#firstIds });
    return { name: undefined, engine, hello: undefined, firstIds: [] };
  }

  #add(entry: Entry): void {
    this.#entries.push(entry);
    this.#tell('added', entry);
  }

  #remove(entry: Entry): void {
    this.#entries.splice(this.#entries.indexOf(entry), 1);
    this.#tell('removed', entry);
    // Its close does not fail.
    void entry.engine.close();
  }

  /** Removes engines that are lost, the one that was lost first before the others. */
  #evict(): void {
    while (this.#entries.length > MAX_ENGINES) {
      const [oldest] = this.#entries
        .slice(1)
        .filter(({ engine }) => !engine.connected)
        .sort((a, b) => (a.engine.link.since < b.engine.link.since ? -1 : 1));
      if (oldest === undefined) return;
      this.#remove(oldest);
    }
  }

  #tell(kind: PoolChange['kind'], entry: PoolEntry): void {
    for (const listener of this.#listeners) listener({ kind, entry });
  }
}
