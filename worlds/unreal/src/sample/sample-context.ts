import type { OperationName, ParamsOf, ResultOf } from '../port/operations.js';
import type { CallOptions } from '../port/unreal-source.js';
import type { LogBook } from './log-book.js';
import type { ModelObject } from './model/model-object.js';
import type { Project } from './model/project-model.js';

/** What the operations of the sample share. */
export interface SampleContext {
  readonly project: Project;
  readonly log: LogBook;
  readonly now: () => number;
  /** Reports a change of an object, and of its level or asset. */
  changed(object: ModelObject): void;
}

type MaybePromise<Value> = Value | Promise<Value>;

export type Handlers<Names extends OperationName = OperationName> = {
  readonly [Name in Names]: (params: ParamsOf<Name>, options: CallOptions) => MaybePromise<ResultOf<Name>>;
};
