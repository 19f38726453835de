/**
 * `unsupported`: the engine does not have the operation. `invalid`: the parameters are wrong. `not-found`: an object, scene, type or member
 * does not exist. `not-ready`: the engine is loading or gone. `timeout`: it did not answer in time, and the outcome of a write is unknown.
 * `failed`: code of the scene threw.
 */
export type EngineErrorKind = 'unsupported' | 'invalid' | 'not-found' | 'not-ready' | 'timeout' | 'failed';

export class EngineError extends Error {
  override readonly name = 'EngineError';
  constructor(
    readonly kind: EngineErrorKind,
    message: string,
    /** What to do instead. */
    readonly hint?: string,
  ) {
    super(message);
  }
}
