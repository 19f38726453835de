import type { OperationName, ParamsOf, ResultOf } from '@worldwire/engine';
import type { Context } from '@worldwire/server';
import type { Scene } from '../scene/scene.js';
import type { Undo } from './journal.js';

/** One guarded call while it is carried out: its way to the engine, and what the journal will say of it. */
export class Write {
  before: unknown;
  after: unknown;
  undo: Undo | undefined;
  /** Whether it came past the gates. */
  started = false;
  #calls = 0;

  constructor(
    readonly scene: Scene,
    readonly context: Pick<Context, 'principal' | 'operation' | 'signal'>,
  ) {}

  /** A write to the scene, under the caller's key: the engine too does it once, however often it is sent. */
  call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    deadline?: number,
  ): Promise<ResultOf<Name>> {
    const { principal, operation, signal } = this.context;
    const key =
      operation.key === undefined
        ? undefined
        : JSON.stringify([principal, operation.key, name, this.#calls++]);
    return this.scene.call(name, params, {
      signal,
      ...(key !== undefined && { key, owner: principal }),
      ...(deadline !== undefined && { deadline }),
    });
  }

  /** Keeps what was found and what is there now, and gives both for the answer. */
  wrote<Of>(before: Of, after: Of, undo?: Undo): { readonly before: Of; readonly after: Of } {
    this.before = before;
    this.after = after;
    this.undo = undo;
    return { before, after };
  }
}
