import type { Resource, Template, Tool, WorldEvents } from '@worldwire/server';
import { WorldError } from '@worldwire/server';
import type { EngineBench } from './engine-bench.js';
import { OwnEvents } from './own-events.js';
import { ownTool, ownToolName } from './own-tools.js';
import type { RoutingParts } from './routed-tools.js';

/** A change is told after this time, with the changes that follow at once. */
const FIRST_MS = 50;
/** The least time between two changes of the lists. A game may register without an end. */
const INTERVAL_MS = 1_000;

export interface OfferedParts extends RoutingParts {
  readonly events: WorldEvents;
  readonly now: () => number;
  readonly date: () => number;
  /** Names of the tools of the server. */
  readonly builtIn: ReadonlySet<string>;
  publish(event: string, payload: unknown): void;
}

interface Offering {
  readonly unsubscribe: () => void;
  readonly events: OwnEvents;
  tools: readonly Tool[];
  resources: readonly Resource[];
  /** What the lists were made of. */
  made: string;
}

/** What the games of all engines have registered, as tools and resources of the world. */
export class Offered {
  readonly #parts: OfferedParts;
  readonly #offerings = new Map<EngineBench, Offering>();
  #timer: NodeJS.Timeout | undefined;
  #madeAt = Number.NEGATIVE_INFINITY;
  /** What clients know. */
  #told: { readonly tools: readonly Tool[]; readonly resources: readonly Resource[] } = {
    tools: [],
    resources: [],
  };

  constructor(parts: OfferedParts) {
    this.#parts = parts;
    for (const bench of parts.benches.all) this.add(bench);
  }

  get tools(): readonly Tool[] {
    return [...this.#offerings.values()].flatMap(({ tools }) => tools);
  }

  get resources(): readonly Resource[] {
    return [...this.#offerings.values()].flatMap(({ resources }) => resources);
  }

  /** The events of each engine. */
  template(): Template {
    const { targets } = this.#parts;
    return {
      uriTemplate: 'engine://{engine}/own/events{?since,maxBytes}',
      name: 'own-events',
      description: 'The newest events that the game has emitted, and the names of those it has registered.',
      mimeType: 'application/json',
      read: ({ engine, since = '0' }, { answerBytes }) => {
        if (!/^\d{1,15}$/.test(since)) {
          throw new WorldError(
            'InvalidArgument',
            'since must be the number of an event.',
            'Send the field last of the answer before, or leave since out.',
          );
        }
        const offering = this.#offerings.get(targets.named(engine)) as Offering;
        return JSON.stringify(offering.events.list(Number(since), answerBytes));
      },
    };
  }

  add(bench: EngineBench): void {
    const { events, date, publish } = this.#parts;
    const unsubscribe = bench.entry.engine.listen(event => {
      if (event.kind === 'offers') this.#schedule();
    });
    const own = new OwnEvents({ bench, events, date, publish });
    this.#offerings.set(bench, { unsubscribe, events: own, tools: [], resources: [], made: '' });
    this.#schedule();
  }

  remove(bench: EngineBench): void {
    this.#close(this.#offerings.get(bench));
    this.#offerings.delete(bench);
    this.#schedule();
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const offering of this.#offerings.values()) this.#close(offering);
  }

  #close(offering: Offering | undefined): void {
    offering?.unsubscribe();
    offering?.events.close();
  }

  #schedule(): void {
    const wait = Math.max(FIRST_MS, this.#madeAt + INTERVAL_MS - this.#parts.now());
    this.#timer ??= setTimeout(() => this.#tell(), Math.min(wait, INTERVAL_MS)).unref();
  }

  #tell(): void {
    this.#timer = undefined;
    for (const [bench, offering] of this.#offerings) this.#make(bench, offering);
    const { tools, resources } = this;
    const { events } = this.#parts;
    if (!sameItems(this.#told.tools, tools)) events.toolsChanged();
    if (!sameItems(this.#told.resources, resources)) events.resourcesChanged();
    this.#told = { tools, resources };
  }

  #make(bench: EngineBench, offering: Offering): void {
    const { offers } = bench.entry.engine;
    const made = JSON.stringify([bench.entry.name, offers]);
    if (offers === undefined || made === offering.made) return;
    offering.made = made;
    // The work counts, also where all of it is left out.
    if (offers.tools.length + offers.resources.length > 0) this.#madeAt = this.#parts.now();
    offering.tools = offers.tools.flatMap(offer => this.#toolOf(bench, offer) ?? []);
    offering.resources = offers.resources.map(({ name, description, mimeType }) => ({
      uri: `engine://${bench.entry.name}/own/${name}`,
      name: `${bench.entry.name}_${name}`,
      description: `Text of the game ${bench.entry.name}, in its own words: ${description}`,
      mimeType,
      read: async () => {
        const { text } = await bench.scene.call('resource.read', { name });
        return { body: text, mimeType };
      },
    }));
  }

  #toolOf(bench: EngineBench, offer: Parameters<typeof ownTool>[1]): Tool | undefined {
    const name = ownToolName(bench, offer);
    try {
      if (this.#parts.builtIn.has(name)) throw new Error('the server has a tool of this name');
      return ownTool(bench, offer, this.#parts);
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      bench.logs.note('warning', `the tool ${offer.name} of the game is left out: ${reason}`);
      return undefined;
    }
  }
}

function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
