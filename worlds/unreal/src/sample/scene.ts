import {
  type Engine,
  EngineError,
  type EngineErrorKind,
  type OperationName,
  type ParamsOf,
  type ResultOf,
} from '@worldwire/engine';
import { UnrealError, type UnrealErrorKind } from '../port/unreal-error.js';

const KINDS: Readonly<Record<EngineErrorKind, UnrealErrorKind>> = {
  unsupported: 'unsupported',
  invalid: 'invalid',
  'not-found': 'not-found',
  'not-ready': 'gone',
  timeout: 'timeout',
  failed: 'failed',
};
const READS = /\.(list|get|read|describe)$/;

/** The engine, whose failures are told in the words of a source. */
export class Scene {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async call<Name extends OperationName>(name: Name, params: ParamsOf<Name>): Promise<ResultOf<Name>> {
    try {
      return await this.#engine.call(name, params);
    } catch (thrown) {
      if (!(thrown instanceof EngineError)) throw thrown;
      const { kind, message, hint = 'look at the status and try again' } = thrown;
      const unsure = kind === 'timeout' && !READS.test(name);
      throw new UnrealError(
        KINDS[kind],
        `The scene behind the sample says: ${message}; ${hint}.`,
        undefined,
        unsure,
      );
    }
  }
}
