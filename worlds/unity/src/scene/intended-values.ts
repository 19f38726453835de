import { BoundedCache } from '@worldwire/server/kit';
import { type Intended, intendedOf } from '../dto/cards.js';
import type { Scene } from './scene.js';

const MAX_MEMBERS = 500;
/** Members of one component of one object. */
const MAX_ENTRIES = 200;
const KEPT_MS = 10_000;

/** Ranges and choices of members. A read of a value asks for them once in a while, because they come with the list of all members. */
export class IntendedValues {
  readonly #kept = new BoundedCache<Promise<ReadonlyMap<string, Intended>>>({
    maxEntries: MAX_ENTRIES,
    ttlMs: KEPT_MS,
  });
  readonly #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async of(object: string, type: string, name: string): Promise<Intended> {
    const key = JSON.stringify([this.#scene.engine.process, object, type]);
    const known = this.#kept.get(key) ?? this.#read(object, type);
    this.#kept.set(key, known);
    return (await known).get(name) ?? {};
  }

  /** The value itself matters more: an error here leaves the range out. */
  async #read(object: string, type: string): Promise<ReadonlyMap<string, Intended>> {
    try {
      const { items } = await this.#scene.call('member.list', { object, type, limit: MAX_MEMBERS });
      return new Map(items.map(item => [item.name, intendedOf(item)]));
    } catch {
      return new Map();
    }
  }
}
