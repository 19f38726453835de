import { nearestNames } from './nearest.js';
import type { Paging } from './operations.js';
import { invalidCursor } from './paging.js';
import { UnrealError } from './unreal-error.js';

const DEFAULT_ROWS = 500;
const MAX_ROWS = 1_000;

export interface RowRequest {
  readonly limit: number;
  readonly start: number;
  /** Only the row with this name, in any case. */
  readonly row?: string;
}

export interface TablePage<Value> {
  readonly members: Readonly<Record<string, Value>>;
  /** Of the whole table. */
  readonly total: number;
  /** Missing on the last page. */
  readonly nextCursor?: string;
}

/** A cursor is the offset of a row. */
export function readTablePaging({
  limit = DEFAULT_ROWS,
  cursor = '0',
  row,
}: Paging & { readonly row?: string }): RowRequest {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_ROWS) {
    throw new UnrealError('invalid', `limit is ${limit}; it must be a whole number from 1 to ${MAX_ROWS}.`);
  }
  if (/^\d{1,9}$/.test(cursor)) return { limit, start: Number(cursor), ...(row !== undefined && { row }) };
  throw invalidCursor();
}

/** A page of a table. Rows have the order of members of a JavaScript object (integer names first), as the answer has them. */
export function tablePage<Value>(
  rows: Iterable<readonly [name: string, value: Value]>,
  { limit, start, row }: RowRequest,
): TablePage<Value> {
  const all = Object.entries(Object.fromEntries(rows)) as [string, Value][];
  if (row !== undefined) return { members: oneRow(all, row), total: all.length };
  const members = Object.fromEntries(all.slice(start, start + limit)) as Record<string, Value>;
  const more = start + limit < all.length;
  return { members, total: all.length, ...(more && { nextCursor: String(start + limit) }) };
}

function oneRow<Value>(all: readonly [string, Value][], row: string): Record<string, Value> {
  const folded = row.toLowerCase();
  const found = all.find(([name]) => name === row) ?? all.find(([name]) => name.toLowerCase() === folded);
  if (found !== undefined) return Object.fromEntries([found]);
  const names = all.map(([name]) => name);
  throw new UnrealError('not-found', `The table has no row "${row}".`, nearestNames(row, names, 'It has'));
}
