import type { EngineEvent } from '@worldwire/engine';
import type { WorldEvents } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import { fitting } from '../dto/page.js';
import type { EngineBench } from './engine-bench.js';
import { isPresent } from './engine-set.js';

const MAX_EVENTS = 200;
/** Characters of the data of all kept events, as JSON. */
const MAX_CHARACTERS = 256 * 1024;
const MAX_LINE = 500;
/** Updates of the resource are sent this often at most. */
const UPDATE_MS = 100;

interface KeptEvent {
  /** Counts the events of the engine. */
  readonly number: number;
  readonly name: string;
  readonly data?: unknown;
  readonly at: string;
}

export interface OwnEventsParts {
  readonly bench: EngineBench;
  readonly events: WorldEvents;
  readonly date: () => number;
  publish(event: string, payload: unknown): void;
}

/** The newest events that the game has emitted. */
export class OwnEvents {
  readonly #parts: OwnEventsParts;
  readonly #unsubscribe: () => void;
  #kept: KeptEvent[] = [];
  #sizes: number[] = [];
  #characters = 0;
  #number = 0;
  /** The process that emitted them. */
  #process = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: OwnEventsParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.bench.entry.engine.listen(event => this.#engineOnEvent(event));
  }

  /** The newest after the number `since`, oldest first. */
  list(since: number, maxBytes: number): object {
    const { engine } = this.#parts.bench.entry;
    // Everything of the game ends with its link.
    const wanted = isPresent(this.#parts.bench.entry)
      ? this.#kept.filter(({ number }) => number > since)
      : [];
    const items = fitting(wanted.toReversed(), maxBytes).toReversed();
    const registered = engine.offers?.events ?? [];
    return {
      registered: registered.map(({ name }) => name),
      total: this.#number,
      events: items,
      ...(items.length < wanted.length && { truncated: true }),
      last: this.#number,
    };
  }

  close(): void {
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  #engineOnEvent(event: EngineEvent): void {
    const { process } = this.#parts.bench.entry.engine;
    if (process !== this.#process) this.#clear();
    this.#process = process;
    if (event.kind !== 'own') return;
    const { bench, date, publish } = this.#parts;
    const { kind: _, ...own } = event;
    const at = new Date(date()).toISOString();
    const json = JSON.stringify(own.data ?? null);
    this.#keep({ number: ++this.#number, ...own, at }, json.length);
    publish('own_event', { engine: bench.entry.name, ...own, t: at });
    const data = own.data === undefined ? '' : ` ${cutText(json, MAX_LINE)}`;
    bench.logs.add({ T: at, Level: 'info', Message: `event ${own.name}${data}`, Source: 'game' });
    this.#update();
  }

  #keep(event: KeptEvent, size: number): void {
    this.#kept.push(event);
    this.#sizes.push(size);
    this.#characters += size;
    while (this.#kept.length > MAX_EVENTS || this.#characters > MAX_CHARACTERS) {
      this.#kept.shift();
      this.#characters -= this.#sizes.shift() as number;
    }
  }

  #clear(): void {
    if (this.#kept.length === 0) return;
    this.#kept = [];
    this.#sizes = [];
    this.#characters = 0;
    this.#update();
  }

  #update(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const { bench, events } = this.#parts;
      events.resourceUpdated(`engine://${bench.entry.name}/own/events`);
    }, UPDATE_MS).unref();
  }
}
