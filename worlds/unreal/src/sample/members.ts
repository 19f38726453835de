import type { JsonValue } from '@worldwire/protocol';
import type { Written } from '../port/operations.js';
import { type Quaternion, sameRotation } from './coordinates.js';
import { HIDDEN } from './model/actor-class.js';
import { ROTATION } from './model/component-class.js';
import type { Bound, Property } from './model/property.js';
import type { Scene } from './scene.js';

/** Properties whose values live on the engine. */
export class Members {
  readonly #scene: Scene;
  /** Many rotators are the same turn. While an object has the turn, it shows the one that was written. */
  readonly #rotators = new Map<string, JsonValue>();

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async read(object: string, property: Property & { readonly bound: Bound }): Promise<JsonValue> {
    const { component: type, member: name } = property.bound;
    const { json } = await this.#scene.call('member.read', { object, type, name });
    return this.#shown(object, property, json);
  }

  async write(
    object: string,
    property: Property & { readonly bound: Bound },
    value: JsonValue,
  ): Promise<Written<JsonValue>> {
    const { component: type, member: name, toEngine, fromEngine } = property.bound;
    if (property === HIDDEN) {
      const active = toEngine(value) === true;
      const switched = await this.#scene.call('object.activate', { id: object, active });
      return { before: fromEngine(switched.before), after: fromEngine(switched.after) };
    }
    const { before, after } = await this.#scene.call('member.write', {
      object,
      type,
      name,
      value: toEngine(value),
    });
    const found = this.#shown(object, property, before.json);
    this.remember(object, property, value);
    return { before: found, after: this.#shown(object, property, after.json) };
  }

  /** A value that an object was made with. */
  remember(object: string, property: Property, value: JsonValue): void {
    if (property === ROTATION) this.#rotators.set(object, value);
  }

  forget(object: string): void {
    this.#rotators.delete(object);
  }

  #shown(object: string, property: Property & { readonly bound: Bound }, json: unknown): JsonValue {
    const written = property === ROTATION ? this.#rotators.get(object) : undefined;
    const { bound } = property;
    if (written !== undefined && sameRotation(bound.toEngine(written) as Quaternion, json as Quaternion))
      return written;
    return bound.fromEngine(json);
  }
}

export function isBound(property: Property): property is Property & { readonly bound: Bound } {
  return property.bound !== undefined;
}
