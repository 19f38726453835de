import type { OperationName, ParamsOf, ResultOf } from '../port/operations.js';
import type { CallOptions } from '../port/unreal-source.js';

/** What answers some of the operations. */
export type Handlers<Names extends OperationName = OperationName> = {
  readonly [Name in Names]: (params: ParamsOf<Name>, options: CallOptions) => Promise<ResultOf<Name>>;
};
