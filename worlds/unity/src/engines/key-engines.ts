import { type Context, WorldError } from '@worldwire/server';
import { KeptByPrincipal } from '@worldwire/server/kit';
import type { EngineBench } from './engine-bench.js';

/** Operation keys whose engine is known. */
const MAX_KEYS = 4_096;

/**
 * The engine of each operation key. A retry without `engine` may come when its engine is lost and another one is the only one that is linked: it
 * must not write to that one.
 */
export class KeyEngines {
  readonly #names = new KeptByPrincipal<string>(MAX_KEYS);

  /** Throws if the key was used for another engine. Keeps the engine of a new key. */
  require({ entry }: EngineBench, { principal, operation }: Pick<Context, 'principal' | 'operation'>): void {
    const { name } = entry;
    if (operation.key === undefined || name === undefined) return;
    const id = JSON.stringify([principal, operation.key]);
    const known = this.#names.get(id);
    if (known !== undefined && known !== name) {
      throw new WorldError(
        'Conflict',
        `This operation key was used for a call to the engine ${known}, and this call is for ${name}.`,
        `To retry that call, pass "engine": "${known}". For a call to ${name}, send a new operationKey.`,
      );
    }
    if (known === undefined) this.#names.set(principal, id, name);
  }
}
