/**
 * `unsupported`: this engine cannot do it at all. `invalid`: not with these parameters. `not-found`: what they name is
 * not there (any more). `not-ready`: the engine is loading or gone. `timeout`: it did not answer in time, and what
 * became of a write is unknown. `failed`: the scene's own code threw.
 */
export type EngineErrorKind = 'unsupported' | 'invalid' | 'not-found' | 'not-ready' | 'timeout' | 'failed';

export class EngineError extends Error {
  override readonly name = 'EngineError';
  constructor(
    readonly kind: EngineErrorKind,
    message: string,
    /** What would be right. */
    readonly hint?: string,
  ) {
    super(message);
  }
}
