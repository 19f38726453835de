import type { Page, Paging } from './operations.js';
import { UnrealError } from './unreal-error.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

export interface PageRequest {
  readonly limit: number;
  readonly after?: string;
}

type Compare = (a: string, b: string) => number;

/** Lists are ordered by path. A cursor is the last path of a page, so that it stays valid when the list changes. */
export function readPaging({ limit = DEFAULT_LIMIT, cursor }: Paging): PageRequest {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new UnrealError('invalid', `limit is ${limit}; it must be a whole number from 1 to ${MAX_LIMIT}.`);
  }
  if (cursor === undefined) return { limit };
  if (typeof cursor === 'string' && cursor.startsWith('/')) return { limit, after: cursor };
  throw invalidCursor();
}

/** A page of a list that is sorted by key. */
export function pageOf<Item>(
  sorted: readonly Item[],
  keyOf: (item: Item) => string,
  { limit, after }: PageRequest,
  compare: Compare = byText,
): Page<Item> {
  const start = after === undefined ? 0 : firstAfter(sorted, keyOf, after, compare);
  const items = sorted.slice(start, start + limit);
  const last = items.at(-1);
  const more = start + limit < sorted.length && last !== undefined;
  return { items, total: sorted.length, ...(more && { nextCursor: keyOf(last) }) };
}

export function inOrder<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  compare: Compare = byText,
): Item[] {
  return items.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
}

/** Without case; by case only where nothing else differs. */
export function byLetters(a: string, b: string): number {
  return byText(a.toLowerCase(), b.toLowerCase()) || byText(a, b);
}

export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function invalidCursor(): UnrealError {
  return new UnrealError(
    'invalid',
    'The cursor is not one that this list returned.',
    'Start again without a cursor.',
  );
}

function firstAfter<Item>(
  sorted: readonly Item[],
  keyOf: (item: Item) => string,
  after: string,
  compare: Compare,
): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(keyOf(sorted[middle] as Item), after) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
