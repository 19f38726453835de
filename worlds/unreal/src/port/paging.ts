import type { Page, Paging } from './operations.js';
import { UnrealError } from './unreal-error.js';

const USUAL = 50;
const MOST = 1_000;

/** Which page is wanted: how many, and after which key, where there was a page before. */
export interface PageRequest {
  readonly limit: number;
  readonly after?: string;
}

type Compare = (a: string, b: string) => number;

/** Lists are in the order of their keys, which are paths; a cursor is the last key of a page, so that it outlives any change. */
export function readPaging({ limit = USUAL, cursor }: Paging): PageRequest {
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) {
    throw new UnrealError('invalid', `The limit is a whole number from 1 to ${MOST}.`);
  }
  if (cursor === undefined) return { limit };
  if (typeof cursor === 'string' && cursor.startsWith('/')) return { limit, after: cursor };
  throw new UnrealError('invalid', 'This is not a cursor that a page before gave.', 'Begin without one.');
}

/** The page of a list that is in the order of its keys. */
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

/** By the letters, whatever their case; by the case only where nothing else differs. */
export function byLetters(a: string, b: string): number {
  return byText(a.toLowerCase(), b.toLowerCase()) || byText(a, b);
}

export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
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
