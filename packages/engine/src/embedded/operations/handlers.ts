import { EngineError } from '../../port/engine-error.js';
import type { OperationName, Paging, ParamsOf, ResultOf } from '../../port/operations.js';

/** Operations are synchronous: the scene does not run meanwhile. */
export type Handlers<Names extends OperationName = OperationName> = {
  readonly [Name in Names]: (params: ParamsOf<Name>) => ResultOf<Name>;
};

const LIMIT = 50;

export function pageBounds({ limit = LIMIT, offset = 0 }: Paging): {
  readonly limit: number;
  readonly offset: number;
} {
  for (const [name, value] of Object.entries({ limit, offset })) {
    if (!Number.isInteger(value) || value < 0) {
      throw new EngineError('invalid', `${name} is ${value} and must be a whole number`, 'send 0 or more');
    }
  }
  return { limit, offset };
}

export function pageOf<Item>(items: readonly Item[], paging: Paging): { total: number; items: Item[] } {
  const { limit, offset } = pageBounds(paging);
  return { total: items.length, items: items.slice(offset, offset + limit) };
}
