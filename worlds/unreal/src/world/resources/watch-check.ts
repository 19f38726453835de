import { WorldError } from '@worldwire/server';
import type { OperationName, ParamsOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { SerialQueue } from '../../work/serial-queue.js';
import { worldError } from '../sources/source-errors.js';
import type { Sources } from '../sources/sources.js';

const CHECK_MS = 10_000;
/** One subscription may name thousands of resources. */
const MAX_WAITING = 8_192;
/** Distinct resources that are watched. An editor is asked about each of them every few seconds. */
export const MAX_WATCHED = 10_000;

/** Says whether a resource is there before somebody watches it. Sources are asked about one at a time. */
export class WatchCheck {
  readonly #sources: Sources;
  readonly #watched: () => number;
  readonly #looking = new SerialQueue('watch a resource', MAX_WAITING);

  /** `watched` gives the number of resources that are watched. */
  constructor(sources: Sources, watched: () => number) {
    this.#sources = sources;
    this.#watched = watched;
  }

  /**
   * Throws a NotFound where a source says that nothing is there, and no other has it: each of them may tell of a change. Where
   * none can say now, one may later.
   */
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
      await this.#looking.run(JSON.stringify([name, params]), signal, stop => this.#look(name, params, stop));
    } catch (thrown) {
      if (signal.aborted) throw tooSlow();
      throw thrown instanceof UnrealError ? worldError(thrown) : thrown;
    }
  }

  async #look<Name extends OperationName>(
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

/** An address that names nothing: nobody would ever be told of a change there. */
export function asNotFound(thrown: unknown): unknown {
  if (!(thrown instanceof WorldError) || thrown.kind !== 'InvalidArgument') return thrown;
  return new WorldError('NotFound', thrown.message, thrown.hint);
}

function tooSlow(): WorldError {
  return new WorldError(
    'Timeout',
    `Whether these resources are there was not known within ${CHECK_MS} ms.`,
    'Watch fewer resources at once, or try again when the editor is less busy.',
  );
}
