import { WorldError } from '@worldwire/server';
import type { Page, ParamsOf, ResultOf } from '../../port/operations.js';
import type { CallOptions } from '../../port/unreal-source.js';
import type { Answer, ListName, Sources } from '../sources/sources.js';
import { fitList } from '../state/shortened.js';

/** Characters that one answer may have as JSON. */
export const BUDGET = 60_000;

/** A page that fits into an answer: where its items are large, there are fewer of them. */
export async function fittingPage<Name extends ListName>(
  sources: Sources,
  name: Name,
  params: ParamsOf<Name> & { readonly limit: number },
  options: CallOptions,
): Promise<Answer<ResultOf<Name>>> {
  for (let { limit } = params; ; ) {
    const answer = await sources.page(name, { ...params, limit }, options);
    const { items } = answer.value as Page<unknown>;
    const { kept, missing } = fitList(items, BUDGET);
    if (missing === 0) return answer;
    if (items.length === 1) {
      throw new WorldError(
        'Unsupported',
        'The next item of this list is too large for an answer.',
        'Narrow the list down with path, class or query.',
      );
    }
    // Cutting the page here would lose what is behind the cut: only the source can give a cursor.
    limit = Math.max(1, Math.min(kept.length, Math.floor(limit / 2)));
  }
}

/** A page of what is at hand as a whole. Its cursor is a place in the list. */
export function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new WorldError(
    'InvalidArgument',
    'This cursor was not given by this list.',
    'Begin again without a cursor.',
  );
}
