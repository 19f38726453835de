import { WorldError } from '@worldwire/server';
import { fitItems, readOffset } from '@worldwire/server/kit';
import type { Page, ParamsOf, ResultOf } from '../../port/operations.js';
import type { CallOptions } from '../../port/unreal-source.js';
import type { Answer, ListName, Sources } from '../sources/sources.js';
import { invalidCursor } from '../sources/sources.js';

/** Characters of one answer as JSON. */
export const MAX_ANSWER = 60_000;

/** A page that fits into an answer: large items make it shorter. */
export async function fittingPage<Name extends ListName>(
  sources: Sources,
  name: Name,
  params: ParamsOf<Name> & { readonly limit: number },
  options: CallOptions,
): Promise<Answer<ResultOf<Name>>> {
  for (let { limit } = params; ; ) {
    const answer = await sources.page(name, { ...params, limit }, options);
    const { items } = answer.value as Page<unknown>;
    const kept = fitItems(items, { max: MAX_ANSWER });
    if (kept.length === items.length) return answer;
    if (items.length === 1) {
      throw new WorldError(
        'Unsupported',
        'The next item of this list is too large for an answer.',
        'Narrow the list with path, class or query.',
      );
    }
    // Only the source can give a cursor, so the page is asked for again instead of being cut here.
    limit = Math.max(1, Math.min(kept.length, Math.floor(limit / 2)));
  }
}

/** The offset in the cursor of a list that a source gives as a whole. */
export function offsetOf(cursor: string | undefined): number {
  const offset = readOffset(cursor);
  if (offset === undefined) throw invalidCursor();
  return offset;
}
