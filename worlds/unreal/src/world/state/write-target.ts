import type { OperationName, ParamsOf, ResultOf } from '../../port/operations.js';
import type { Provenance } from '../../port/unreal-source.js';

/** The source that a write changes. */
export interface WriteTarget {
  readonly provenance: Provenance;
  call<Name extends OperationName>(name: Name, params: ParamsOf<Name>): Promise<ResultOf<Name>>;
}
