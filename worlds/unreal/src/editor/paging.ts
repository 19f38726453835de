import type { Page, Paging } from '../source/operations.js';
import { UnrealError } from '../source/unreal-error.js';

const USUAL = 50;
const MOST = 1_000;

/** How many are wanted, and after which one. Lists are in the order of their keys, and a cursor is the last key. */
export function readPaging({ limit = USUAL, cursor }: Paging): { limit: number; after: string } {
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) {
    throw new UnrealError('invalid', `The limit is a whole number from 1 to ${MOST}.`);
  }
  if (cursor !== undefined && (typeof cursor !== 'string' || !cursor.startsWith('/'))) {
    throw new UnrealError('invalid', 'This is not a cursor that a page before gave.', 'Begin without one.');
  }
  return { limit, after: cursor ?? '' };
}

/** The page of a list that is in the order of its keys. */
export function pageOf<Item>(
  sorted: readonly Item[],
  keyOf: (item: Item) => string,
  { limit, after }: { limit: number; after: string },
): Page<Item> {
  const start = after === '' ? 0 : firstAfter(sorted, keyOf, after);
  const items = sorted.slice(start, start + limit);
  const last = items.at(-1);
  const more = start + limit < sorted.length && last !== undefined;
  return { items, total: sorted.length, ...(more ? { nextCursor: keyOf(last) } : {}) };
}

export function inOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...items].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
}

function firstAfter<Item>(sorted: readonly Item[], keyOf: (item: Item) => string, after: string): number {
  const found = sorted.findIndex(item => keyOf(item) > after);
  return found === -1 ? sorted.length : found;
}
