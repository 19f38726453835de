import type { OperationName, ParamsOf, ResultOf } from '../source/operations.js';
import type { CallOptions } from '../source/unreal-source.js';

/** What answers some of the operations. */
export type Handlers<Names extends OperationName = OperationName> = {
  readonly [Name in Names]: (params: ParamsOf<Name>, options: CallOptions) => Promise<ResultOf<Name>>;
};
