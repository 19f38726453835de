import { WorldError } from '@worldwire/server';
import { Places } from '@worldwire/server/kit';
import type { OperationName, ParamsOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { SerialQueue } from '../../work/serial-queue.js';
import { worldError } from '../sources/source-errors.js';
import { DEFAULT_PERCENT, type Sources } from '../sources/sources.js';

const CHECK_MS = 10_000;
/** One subscription may name thousands of resources. */
const MAX_WAITING = 8_192;

/** Checks that a resource exists before it is watched: one at a time, in turns between principals. */
export class WatchCheck {
  readonly #sources: Sources;
  readonly #requirePlace: (principal: string) => void;
  readonly #places: Places;
  readonly #queue = new SerialQueue('watch a resource', MAX_WAITING);

  /** `requirePlace` throws where a principal may watch no further resource. `percent` is the limit `principalPercent`. */
  constructor(
    sources: Sources,
    requirePlace: (principal: string) => void,
    percent: number = DEFAULT_PERCENT,
  ) {
    this.#sources = sources;
    this.#requirePlace = requirePlace;
    this.#places = new Places({
      ...{ limit: 'unrealWatchChecks', total: MAX_WAITING, percent, of: 'this world' },
      ...{ things: 'subscriptions', state: 'wait for the check that their resource exists' },
      next: 'Wait for an answer before the next subscription.',
    });
  }

  /** Throws NotFound where a source reports a missing object and no other source has it. */
  async require<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    principal: string,
  ): Promise<void> {
    this.#requirePlace(principal);
    const release = this.#places.take(principal);
    const signal = AbortSignal.timeout(CHECK_MS);
    try {
      // A check is shared only within its principal: in the line of another one it would wait for that one's turn.
      const key = JSON.stringify([principal, name, params]);
      await this.#queue.run(key, signal, stop => this.#find(name, params, stop), principal);
    } catch (thrown) {
      if (signal.aborted) throw tooSlow();
      throw thrown instanceof UnrealError ? worldError(thrown) : thrown;
    } finally {
      release();
    }
  }

  async #find<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    signal: AbortSignal,
  ): Promise<void> {
    let missing: UnrealError | undefined;
    for (const source of this.#sources.all) {
      try {
        await source.call(name, params, { signal, deadline: CHECK_MS });
        return;
      } catch (thrown) {
        if (!(thrown instanceof UnrealError)) throw thrown;
        if (thrown.kind === 'not-found') missing ??= thrown;
      }
      signal.throwIfAborted();
    }
    if (missing !== undefined) throw missing;
  }
}

/** A resource with an invalid path does not exist. */
export function asNotFound(thrown: unknown): unknown {
  if (!(thrown instanceof WorldError) || thrown.kind !== 'InvalidArgument') return thrown;
  return new WorldError('NotFound', thrown.message, thrown.hint);
}

function tooSlow(): WorldError {
  return new WorldError(
    'Timeout',
    `The check whether these resources exist took longer than ${CHECK_MS} ms.`,
    'Watch fewer resources at once, or try again when the editor is less busy.',
  );
}
