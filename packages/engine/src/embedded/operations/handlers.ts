import type { OperationName, ParamsOf, ResultOf } from '../../port/operations.js';

/** Most operations are synchronous: the scene does not run meanwhile. A promise is for those that need several frames or much time. */
export type Handlers<Names extends OperationName = OperationName> = {
  readonly [Name in Names]: (params: ParamsOf<Name>) => ResultOf<Name> | Promise<ResultOf<Name>>;
};
