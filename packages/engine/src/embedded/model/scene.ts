import type { SceneInfo } from '../../port/operations.js';
import type { Component } from './component.js';
import type { GameObject } from './game-object.js';

/** Every object has these types, so they are not indexed. */
const EVERYWHERE = new Set(['UnityEngine.GameObject', 'UnityEngine.Transform', 'UnityEngine.Component']);

/** The objects of one scene, in the order in which they were added, and by component type. */
export class Scene {
  readonly objects = new Set<GameObject>();
  roots = 0;
  /** Inactive objects. */
  inactive = 0;
  /** How many components of a type each object has. */
  readonly #byType = new Map<string, Map<GameObject, number>>();

  constructor(
    readonly id: string,
    readonly name: string,
    readonly index: number,
  ) {}

  add(object: GameObject): void {
    this.objects.add(object);
    if (object.parent === null) this.roots++;
    if (!object.active) this.inactive++;
    for (const component of object.components) this.indexComponent(component);
  }

  remove(object: GameObject): void {
    this.objects.delete(object);
    if (object.parent === null) this.roots--;
    if (!object.active) this.inactive--;
    for (const component of object.components) this.unindexComponent(component);
  }

  indexComponent({ type, object }: Component): void {
    for (const name of type.names) {
      if (EVERYWHERE.has(name)) continue;
      let objects = this.#byType.get(name);
      if (objects === undefined) {
        objects = new Map();
        this.#byType.set(name, objects);
      }
      objects.set(object, (objects.get(object) ?? 0) + 1);
    }
  }

  unindexComponent({ type, object }: Component): void {
    for (const name of type.names) {
      const objects = this.#byType.get(name);
      const count = objects?.get(object);
      if (objects === undefined || count === undefined) continue;
      if (count > 1) objects.set(object, count - 1);
      else objects.delete(object);
    }
  }

  /** Objects with a component of a type, and their number, from the index. */
  withType(name: string): { readonly size: number; readonly objects: Iterable<GameObject> } {
    if (EVERYWHERE.has(name)) return { size: this.objects.size, objects: this.objects };
    const found = this.#byType.get(name);
    return found === undefined ? { size: 0, objects: [] } : { size: found.size, objects: found.keys() };
  }

  describe(): SceneInfo {
    return { id: this.id, name: this.name, index: this.index, loaded: true, rootCount: this.roots };
  }
}
