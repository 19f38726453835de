import { WorldError, type WorldEvents } from '@worldwire/server';
import { BenchEvents } from './bench-events.js';
import { EngineBench, type SharedParts } from './engine-bench.js';
import type { EngineEntry, EngineSet } from './engine-set.js';

export interface BenchesParts extends SharedParts {
  readonly engines: EngineSet;
  /** Whether further engines may link. */
  readonly isLinked: boolean;
  readonly events: WorldEvents;
  publish(event: string, payload: unknown): void;
}

/** One bench for each engine. */
export class Benches {
  readonly #parts: BenchesParts;
  readonly #byEntry = new Map<EngineEntry, EngineBench>();
  readonly #unsubscribe: () => void;
  /** Called when a bench comes or goes. */
  changed: (kind: 'added' | 'removed', bench: EngineBench) => void = () => {};

  constructor(parts: BenchesParts) {
    this.#parts = parts;
    const { engines } = parts;
    for (const entry of engines.entries) this.#byEntry.set(entry, this.#create(entry));
    this.#unsubscribe = engines.listen(({ kind, entry }) => {
      if (kind === 'added') this.#add(entry);
      else this.#remove(entry);
    });
  }

  /** Of the first entry, which always exists. It also serves what belongs to no engine, such as scripts. */
  get home(): EngineBench {
    return this.of(this.#parts.engines.entries[0] as EngineEntry);
  }

  get all(): readonly EngineBench[] {
    return [...this.#byEntry.values()];
  }

  get size(): number {
    return this.#byEntry.size;
  }

  of(entry: EngineEntry): EngineBench {
    return this.#byEntry.get(entry) as EngineBench;
  }

  /** The engine that has or had an object. */
  ofId(id: string): EngineBench | undefined {
    const entry = this.#parts.engines.entryOfId(id);
    return entry === undefined ? undefined : this.#byEntry.get(entry);
  }

  async start(): Promise<void> {
    await this.home.start();
  }

  /** Stops or starts installed code as the operator's gates are now. Returns what happened, in sentences. */
  async follow(): Promise<readonly string[]> {
    const said = await Promise.all(
      this.all.map(async bench => {
        const { name } = bench.entry;
        try {
          return (await bench.follow()).map(line => (this.size > 1 ? `${name}: ${line}` : line));
        } catch (thrown) {
          if (!(thrown instanceof WorldError)) throw thrown;
          const engine = name === undefined ? 'The engine' : `The engine ${name}`;
          return [`${engine} did not answer, so that its hooks may still run: ${thrown.message}`];
        }
      }),
    );
    return said.flat();
  }

  close(): void {
    this.#unsubscribe();
    for (const bench of this.#byEntry.values()) bench.close();
  }

  #add(entry: EngineEntry): void {
    const bench = this.#create(entry);
    this.#byEntry.set(entry, bench);
    this.changed('added', bench);
  }

  #remove(entry: EngineEntry): void {
    const bench = this.#byEntry.get(entry);
    if (bench === undefined) return;
    this.#byEntry.delete(entry);
    bench.close();
    this.changed('removed', bench);
  }

  #create(entry: EngineEntry): EngineBench {
    const { engines: _, isLinked, events, publish, ...shared } = this.#parts;
    if (!isLinked) return new EngineBench({ ...shared, entry, events, publish });
    return new EngineBench({
      ...shared,
      entry,
      events: new BenchEvents(events, () => entry.name),
      publish: (event, payload) =>
        publish(event, this.size > 1 ? { ...(payload as object), engine: entry.name } : payload),
    });
  }
}
