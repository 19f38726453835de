import type { OperationName, ParamsOf, ResultOf } from '@worldwire/engine';
import { type Context, type FailureKind, WorldError } from '@worldwire/server';
import type { ReadBack } from '@worldwire/server/kit';
import type { Inverse, InverseStep } from '@worldwire/writes';
import type { Scene } from '../scene/scene.js';
import { requireReadBack } from './read-back.js';

/** With these the engine has changed nothing. */
const REFUSALS: readonly FailureKind[] = ['InvalidArgument', 'NotFound', 'Unsupported'];
/** Code has any error that it causes, also after it changed something. */
const RUNS_CODE: readonly OperationName[] = ['code.run', 'method.call', 'tool.call'];

/** One guarded call: it calls the engine, and collects what the journal records. */
export class Write {
  before: unknown;
  after: unknown;
  /** What restores the values, the newest first. */
  readonly steps: InverseStep[] = [];
  /** How to take back a write that has more than steps. */
  undo: Inverse | undefined;
  /** Whether it may have changed something: it passed the gates, and the engine did not refuse its first call. */
  started = false;
  #calls = 0;
  #isBegun = false;
  #isAccepted = false;

  constructor(
    readonly scene: Scene,
    readonly context: Pick<Context, 'principal' | 'client' | 'access' | 'operation' | 'signal'>,
    /** Called before the first call to the engine. Throws if the write must not begin. */
    readonly begin: () => void = () => {},
  ) {}

  /** A write to the scene with the caller's key, so that the engine applies a retry once. */
  async call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    deadline?: number,
  ): Promise<ResultOf<Name>> {
    this.#begin();
    const { principal, operation, signal } = this.context;
    const key =
      operation.key === undefined
        ? undefined
        : JSON.stringify([principal, operation.key, name, this.#calls++]);
    try {
      const result = await this.scene.call(name, params, {
        signal,
        ...(key !== undefined && { key, owner: principal }),
        ...(deadline !== undefined && { deadline }),
      });
      this.#isAccepted = true;
      this.started = true;
      return result;
    } catch (thrown) {
      if (!this.#isAccepted && isRefused(name, thrown)) this.started = false;
      throw thrown;
    }
  }

  #begin(): void {
    if (this.#isBegun) return;
    const { started } = this;
    this.started = false;
    this.begin();
    this.started = started;
    this.#isBegun = true;
  }

  /** Records the values before and after, and returns both. */
  wrote<Of>(before: Of, after: Of, undo?: InverseStep): { readonly before: Of; readonly after: Of } {
    this.before = before;
    this.after = after;
    if (undo !== undefined) this.steps.unshift(undo);
    return { before, after };
  }

  /** Records the values like `wrote` and answers with them. Fails if the scene does not have the value asked for. */
  done<Of>(
    what: string,
    agrees: boolean,
    { before, after, ...more }: ReadBack & { readonly before: Of; readonly after: Of },
    undo?: InverseStep,
  ): { readonly ok: true; readonly before: Of; readonly after: Of } {
    const values = this.wrote(before, after, undo);
    requireReadBack(what, agrees, { ...more, ...values });
    return { ok: true, ...values };
  }
}

function isRefused(name: OperationName, thrown: unknown): boolean {
  return thrown instanceof WorldError && REFUSALS.includes(thrown.kind) && !RUNS_CODE.includes(name);
}
