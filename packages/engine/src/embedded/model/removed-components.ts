import { EngineError } from '../../port/engine-error.js';
import type { Component } from './component.js';
import type { GameObject } from './game-object.js';

const MAX_KEPT = 1_000;

interface Removed {
  readonly component: Component;
  /** Where it was on its object. */
  readonly index: number;
}

/** Components that were removed from objects, the last of them, so that they can be put back with their values. */
export class RemovedComponents {
  readonly #removed = new Map<string, Removed>();
  #last = 0;

  /** Returns the key for `take`. */
  keep(component: Component, index: number): string {
    const key = `removed:${++this.#last}`;
    this.#removed.set(key, { component, index });
    const [oldest] = this.#removed.keys();
    if (this.#removed.size > MAX_KEPT) this.#removed.delete(oldest as string);
    return key;
  }

  /** Throws if the object has no such component to restore. */
  find(object: GameObject, key: string): Removed {
    const found = this.#removed.get(key);
    if (found?.component.object === object) return found;
    throw new EngineError(
      'not-found',
      `${object.id} has no removed component ${key}`,
      `the last ${MAX_KEPT} are kept, each until it is restored; add a new one instead`,
    );
  }

  forget(key: string): void {
    this.#removed.delete(key);
  }
}
