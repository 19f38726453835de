import type { GameObject } from '../model/game-object.js';
import type { World } from '../model/world.js';

/** Finds the object of a path in many frames. A frame in which no object was created, renamed or moved costs nothing. */
export class WatchedPath {
  readonly #world: World;
  readonly #path: string;
  #found: GameObject | undefined;
  /** Objects up to this number have been compared, with the names of this version. */
  #seen = 0;
  #version = -1;

  constructor(world: World, path: string) {
    this.#world = world;
    this.#path = path;
  }

  find(): GameObject | undefined {
    if (this.#found?.alive && this.#found.path === this.#path) return this.#found;
    const { pathVersion, lastNumber } = this.#world;
    // Another object may have had the same path all the time.
    if (this.#found !== undefined || this.#version !== pathVersion) this.#seen = 0;
    this.#version = pathVersion;
    this.#found = this.#seen === 0 ? this.#amongAll() : this.#amongNew();
    this.#seen = lastNumber;
    return this.#found;
  }

  #amongAll(): GameObject | undefined {
    for (const { objects } of this.#world.allScenes()) {
      for (const object of objects) if (object.path === this.#path) return object;
    }
    return undefined;
  }

  #amongNew(): GameObject | undefined {
    for (let number = this.#seen + 1; number <= this.#world.lastNumber; number++) {
      const object = this.#world.find(`obj:${number}`);
      if (object?.path === this.#path) return object;
    }
    return undefined;
  }
}
