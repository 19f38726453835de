import { WorldError } from '@worldwire/server';
import type { OperationName, ParamsOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { SerialQueue } from '../../work/serial-queue.js';
import { worldError } from '../sources/source-errors.js';
import type { Sources } from '../sources/sources.js';

const CHECK_MS = 10_000;
/** One subscription may name thousands of resources. */
const MAX_WAITING = 8_192;
/** Watched resources. An editor is polled about each of them. */
export const MAX_WATCHED = 10_000;

/** Checks that a resource exists before it is watched, one at a time. */
export class WatchCheck {
  readonly #sources: Sources;
  readonly #watched: () => number;
  readonly #queue = new SerialQueue('watch a resource', MAX_WAITING);

  /** `watched` returns the number of watched resources. */
  constructor(sources: Sources, watched: () => number) {
    this.#sources = sources;
    this.#watched = watched;
  }

  /** Throws NotFound where a source reports a missing object and no other source has it. */
  async require<Name extends OperationName>(name: Name, params: ParamsOf<Name>): Promise<void> {
    if (this.#watched() >= MAX_WATCHED) {
      throw new WorldError(
        'RateLimited',
        `${MAX_WATCHED} resources are watched already.`,
        'Watch unreal://assets or a level instead of each of its objects.',
      );
    }
    const signal = AbortSignal.timeout(CHECK_MS);
    try {
      await this.#queue.run(JSON.stringify([name, params]), signal, stop => this.#find(name, params, stop));
    } catch (thrown) {
      if (signal.aborted) throw tooSlow();
      throw thrown instanceof UnrealError ? worldError(thrown) : thrown;
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
