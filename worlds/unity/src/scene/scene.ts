import {
  type CallOptions,
  type Engine,
  EngineError,
  type EngineErrorKind,
  type OperationName,
  type ParamsOf,
  type ResultOf,
} from '@worldwire/engine';
import { type FailureKind, WorldError } from '@worldwire/server';
import { engineHint, sentence } from './engine-hints.js';

const KINDS: Readonly<Record<EngineErrorKind, FailureKind>> = {
  unsupported: 'Unsupported',
  invalid: 'InvalidArgument',
  'not-found': 'NotFound',
  'not-ready': 'NotReady',
  timeout: 'Timeout',
  failed: 'Internal',
};

/** Calls the engine, and turns its errors into those of a world. */
export class Scene {
  constructor(readonly engine: Engine) {}

  get ready(): boolean {
    const { status } = this.engine.state;
    return status === 'ready' || status === 'throttled';
  }

  async call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    options?: CallOptions,
  ): Promise<ResultOf<Name>> {
    try {
      return await this.engine.call(name, params, options);
    } catch (thrown) {
      if (!(thrown instanceof EngineError)) throw thrown;
      throw new WorldError(KINDS[thrown.kind], sentence(thrown.message), engineHint(thrown, name));
    }
  }

  /** Whether the object exists. */
  async has(id: string): Promise<boolean> {
    return (await unlessMissing(this.call('object.get', { id }))) !== undefined;
  }
}

/** The result, or undefined if what it is about does not exist. */
export function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return unlessFailed(work, ['NotFound']);
}

/** The result, or undefined if the engine does not answer. */
export function unlessSilent<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return unlessFailed(work, ['NotReady', 'Timeout']);
}

async function unlessFailed<Result>(work: Promise<Result>, kinds: readonly FailureKind[]) {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof WorldError && kinds.includes(thrown.kind)) return undefined;
    throw thrown;
  }
}
