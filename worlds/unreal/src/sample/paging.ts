import type { Page, Paging } from '../source/operations.js';
import { UnrealError } from '../source/unreal-error.js';

const LIMIT = 50;
const MOST = 1_000;

/**
 * One page of things in the order of their paths. The cursor is the last path of the page before, so that nothing is
 * left out or given twice when something comes or goes in between.
 */
export function pageOf<Item extends { readonly path: string }>(
  items: readonly Item[],
  { limit = LIMIT, cursor }: Paging,
): Page<Item> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) {
    throw new UnrealError('invalid', `The limit is ${limit}. Send a whole number from 1 to ${MOST}.`);
  }
  if (cursor !== undefined && !cursor.startsWith('/')) {
    throw new UnrealError(
      'invalid',
      'This cursor is none of ours. Send the nextCursor of a page, or none to begin.',
    );
  }
  const sorted = items.toSorted((a, b) => compare(a.path, b.path));
  const rest = cursor === undefined ? sorted : sorted.filter(({ path }) => compare(path, cursor) > 0);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const more = rest.length > page.length && last !== undefined ? { nextCursor: last.path } : {};
  return { items: page, total: items.length, ...more };
}

/** By the letters, whatever their case; by the case only where nothing else differs. */
function compare(a: string, b: string): number {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()];
  if (first !== second) return first < second ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
