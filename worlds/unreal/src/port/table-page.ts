import type { Paging } from './operations.js';
import { UnrealError } from './unreal-error.js';

/** Rows of a table in an answer, where the caller says nothing. */
const DEFAULT_ROWS = 500;
const MAX_ROWS = 1_000;

/** Which rows are wanted: how many, and how many are before them. */
export interface RowRequest {
  readonly limit: number;
  readonly start: number;
}

export interface TablePage<Value> {
  readonly members: Readonly<Record<string, Value>>;
  /** Of the whole table. */
  readonly total: number;
  /** Missing on the last page. */
  readonly nextCursor?: string;
}

/** A cursor is a place among the rows. */
export function readTablePaging({ limit = DEFAULT_ROWS, cursor = '0' }: Paging): RowRequest {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_ROWS) {
    throw new UnrealError('invalid', `The limit is a whole number from 1 to ${MAX_ROWS}.`);
  }
  if (/^\d{1,9}$/.test(cursor)) return { limit, start: Number(cursor) };
  throw new UnrealError('invalid', 'This is not a cursor that a page before gave.', 'Begin without one.');
}

/**
 * A page of a table. Rows are in the order of the members of a JavaScript object, names that are numbers first, because that is
 * what an answer has: the first rows of a page are then also its first members.
 */
export function tablePage<Value>(
  rows: Iterable<readonly [name: string, value: Value]>,
  { limit, start }: RowRequest,
): TablePage<Value> {
  const all = Object.entries(Object.fromEntries(rows)) as [string, Value][];
  const members = Object.fromEntries(all.slice(start, start + limit)) as Record<string, Value>;
  const more = start + limit < all.length;
  return { members, total: all.length, ...(more && { nextCursor: String(start + limit) }) };
}
