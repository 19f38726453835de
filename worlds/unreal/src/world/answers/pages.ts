import { WorldError } from '@worldwire/server';
import { fitItems, readOffset, resultBytesOf } from '@worldwire/server/kit';
import type { Page, ParamsOf, ResultOf } from '../../port/operations.js';
import type { CallOptions } from '../../port/unreal-source.js';
import { type Answer, invalidCursor, type ListName, type Sources } from '../sources/sources.js';

type Item<Name extends ListName> = ResultOf<Name>['items'][number];
type FittedPage<Name extends ListName> = Omit<ResultOf<Name>, 'items'> & {
  readonly items: readonly { readonly path: string }[];
  readonly returned: number;
};

/** A page that fits into `max` bytes of a result: large items make it shorter. `pick` selects the part of an item that is returned. */
export async function fittingPage<Name extends ListName>(
  sources: Sources,
  name: Name,
  params: ParamsOf<Name> & { readonly limit: number },
  options: CallOptions,
  max: number,
  pick: (item: Item<Name>) => { readonly path: string } = item => item,
): Promise<Answer<FittedPage<Name>>> {
  for (let { limit } = params; ; ) {
    const answer = await sources.page(name, { ...params, limit }, options);
    const { items: whole, nextCursor } = answer.value as Page<Item<Name>>;
    const items = whole.map(pick);
    const kept = fitItems(items, { max, sizeOf: resultBytesOf });
    if (kept.length === items.length) {
      const value = { ...answer.value, items, returned: items.length };
      if (limit === params.limit || nextCursor === undefined) return { ...answer, value };
      return { ...answer, value, note: [answer.note, shortened(items.length)].filter(Boolean).join(' ') };
    }
    if (items.length === 1) {
      throw new WorldError(
        'Unsupported',
        'The next item of this list is too large for an answer.',
        'Give a larger maxBytes, or narrow the list with path, class or query.',
      );
    }
    // Only the source can give a cursor, so the page is asked for again instead of being cut here.
    limit = Math.max(1, Math.min(kept.length, Math.floor(limit / 2)));
  }
}

function shortened(count: number): string {
  return `Only ${count} items fit into this answer. Pass nextCursor as cursor, narrow the list, or give a larger maxBytes.`;
}

/** The offset in the cursor of a list that a source gives as a whole. */
export function offsetOf(cursor: string | undefined): number {
  const offset = readOffset(cursor);
  if (offset === undefined) throw invalidCursor();
  return offset;
}
