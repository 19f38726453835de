import { legible } from '../api/legible.js';
import type { Log } from '../api/log.js';
import type { World } from '../api/world.js';
import { WorldError } from '../api/world-error.js';

const NOTHING = () => {};

interface Watch {
  /** Sessions and listeners of the principal. */
  clients: number;
  stop: () => void;
}

/**
 * Calls `world.watch` when the first client of a principal watches a resource, and ends the watch when its last one stops. Principals
 * watch apart, so that the world can count what each of them watches.
 */
export class Watches {
  /** By principal, and then by URI. */
  readonly #watched = new Map<string, Map<string, Watch>>();

  constructor(
    readonly world: Pick<World, 'name' | 'watch'>,
    readonly log: Pick<Log, 'error'>,
  ) {}

  /** Throws the WorldError with which the world refuses the watch. Each call that returns needs one of `end`. */
  begin(uri: string, principal: string): void {
    if (this.world.watch === undefined) return;
    const own = this.#watched.get(principal) ?? new Map<string, Watch>();
    const known = own.get(uri);
    if (known !== undefined) {
      known.clients++;
      return;
    }
    const watch: Watch = { clients: 1, stop: NOTHING };
    // Set before the call: a watch that fails is not tried again for the same clients.
    this.#watched.set(principal, own.set(uri, watch));
    try {
      watch.stop = this.world.watch(uri, principal) ?? NOTHING;
    } catch (thrown) {
      if (!(thrown instanceof WorldError)) return this.#failed(uri, thrown);
      this.#forget(uri, principal);
      throw thrown;
    }
  }

  end(uri: string, principal: string): void {
    const watch = this.#watched.get(principal)?.get(uri);
    if (watch === undefined || --watch.clients > 0) return;
    this.#forget(uri, principal);
    try {
      watch.stop();
    } catch (thrown) {
      this.#failed(uri, thrown);
    }
  }

  #forget(uri: string, principal: string): void {
    const own = this.#watched.get(principal);
    own?.delete(uri);
    if (own?.size === 0) this.#watched.delete(principal);
  }

  #failed(uri: string, thrown: unknown): void {
    this.log.error({ world: this.world.name, uri: legible(uri), err: thrown }, 'watching failed');
  }
}
