import { WorldError } from '@worldwire/server';
import type { SortKey, SortOrder, SortValue } from './sort-order.js';

/** The position behind an item. It stays valid when the universe changes: the list goes on with what comes after the item. */
export function writeCursor({ value, id }: SortKey, { text }: SortOrder): string {
  return Buffer.from(JSON.stringify([text, value, id])).toString('base64url');
}

export function readCursor(cursor: string, { text }: SortOrder): SortKey {
  const [sort, value, id] = parse(cursor);
  if (sort === text && isValue(value) && typeof id === 'string') return { value, id };
  const reason = typeof sort === 'string' && sort !== text ? ` It belongs to the sort "${sort}".` : '';
  throw new WorldError(
    'InvalidArgument',
    `The cursor "${cursor.slice(0, 64)}" is not one of this list.${reason}`,
    'Repeat the call that gave the cursor with the same where and sort, or leave cursor out to start again.',
  );
}

function parse(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isValue(value: unknown): value is SortValue {
  return value === null || typeof value === 'number' || typeof value === 'string';
}
