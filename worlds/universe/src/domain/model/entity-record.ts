import type { Entity } from './state.js';

interface Place {
  /** Undefined after its removal. */
  entity: Entity | undefined;
}

/**
 * Entities by id, in the order in which they were added. A removed entity keeps its place until `settle`, so that a removal
 * that is taken back leaves the order as it was.
 */
export class EntityRecord {
  readonly #byId = new Map<string, Place>();
  readonly #places = new Set<Place>();
  /** The places of removed entities, the last one of an id last. */
  readonly #removed = new Map<string, Place[]>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): Entity | undefined {
    return this.#byId.get(id)?.entity;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** A new entity comes last. */
  set(id: string, entity: Entity): void {
    const known = this.#byId.get(id);
    if (known !== undefined) {
      known.entity = entity;
      return;
    }
    const place = { entity };
    this.#byId.set(id, place);
    this.#places.add(place);
  }

  remove(id: string): void {
    const place = this.#byId.get(id);
    if (place === undefined) return;
    place.entity = undefined;
    this.#byId.delete(id);
    const removed = this.#removed.get(id);
    if (removed === undefined) this.#removed.set(id, [place]);
    else removed.push(place);
  }

  /** Takes back the last removal of the id. */
  restore(id: string, entity: Entity): void {
    const place = this.#removed.get(id)?.pop();
    if (place === undefined) return this.set(id, entity);
    place.entity = entity;
    this.#byId.set(id, place);
  }

  /** Takes back the addition of the id. */
  drop(id: string): void {
    const place = this.#byId.get(id);
    if (place !== undefined) this.#places.delete(place);
    this.#byId.delete(id);
  }

  /** Gives up the places of removed entities. */
  settle(): void {
    if (this.#removed.size === 0) return;
    for (const places of this.#removed.values()) for (const place of places) this.#places.delete(place);
    this.#removed.clear();
  }

  *keys(): Generator<string> {
    for (const { entity } of this.#places) if (entity !== undefined) yield entity.id;
  }

  values(): readonly Entity[] {
    const all: Entity[] = [];
    for (const { entity } of this.#places) if (entity !== undefined) all.push(entity);
    return all;
  }
}
