import { legible } from '../api/legible.js';
import type { Log } from '../api/log.js';
import type { World } from '../api/world.js';

const NOTHING = () => {};

/** Calls `world.watch` when the first client watches a resource, and ends the watch when the last one stops. */
export class Watches {
  readonly #stops = new Map<string, () => void>();

  constructor(
    readonly world: Pick<World, 'name' | 'watch'>,
    readonly log: Pick<Log, 'error'>,
  ) {}

  begin(uri: string): void {
    if (this.world.watch === undefined || this.#stops.has(uri)) return;
    // Set before the call: a watch that fails is not tried again for the same clients.
    this.#stops.set(uri, NOTHING);
    this.#attempt(uri, () => this.#stops.set(uri, this.world.watch?.(uri) ?? NOTHING));
  }

  end(uri: string): void {
    const stop = this.#stops.get(uri);
    if (stop === undefined) return;
    this.#stops.delete(uri);
    this.#attempt(uri, stop);
  }

  #attempt(uri: string, work: () => void): void {
    try {
      work();
    } catch (thrown) {
      this.log.error({ world: this.world.name, uri: legible(uri), err: thrown }, 'watching failed');
    }
  }
}
