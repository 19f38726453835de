import { countInvisible } from './foreign-texts.js';

/** An invisible character that is shown in both, such as `\\\\u{e0041}`. */
const MAX_ESCAPE_BYTES = 24;

/** What `fitItems` measures, and how much fits. */
export interface Budget<Item> {
  /** In the unit of `sizeOf`. */
  readonly max: number;
  /** Default: characters of the item as JSON, and one for the comma. */
  readonly sizeOf?: (item: Item) => number;
  /** Items that are kept whatever their size. 1 for pages, which must lead on to the next. Default 0. */
  readonly min?: number;
}

/**
 * The first items that fit into a budget together.
 *
 *     fitItems(['aaaa', 'bb', 'c'], { max: 12 }); // ["aaaa", "bb"]
 */
export function fitItems<Item>(
  items: readonly Item[],
  { max, sizeOf = jsonSize, min = 0 }: Budget<Item>,
): readonly Item[] {
  let size = 0;
  for (let index = 0; index < items.length; index++) {
    size += sizeOf(items[index] as Item);
    if (size > max && index >= min) return items.slice(0, index);
  }
  return items;
}

/** One page of a list, and the offset of the next page where items are left. */
export interface FittedPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly nextOffset?: number;
}

/**
 * A page of a list that is in memory: at most `limit` items from `offset` on, fewer where they exceed the budget, and at
 * least one.
 *
 *     const { items, nextOffset } = fitPage(stars, { offset: readOffset(cursor) ?? 0, limit: 100, max: 60_000 });
 */
export function fitPage<Item>(
  all: readonly Item[],
  { offset, limit, ...budget }: { readonly offset: number; readonly limit: number } & Budget<Item>,
): FittedPage<Item> {
  const items = fitItems(all.slice(offset, offset + limit), { min: 1, ...budget });
  const end = offset + items.length;
  return { items, total: all.length, ...(end < all.length && { nextOffset: end }) };
}

/** The offset in a cursor that `fitPage` led to: 0 without a cursor, undefined where it is not an offset. */
export function readOffset(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return 0;
  return /^\d{1,9}$/.test(cursor) ? Number(cursor) : undefined;
}

/** Characters of a value as JSON, and one for the comma. */
export function jsonSize(value: unknown): number {
  return (JSON.stringify(value)?.length ?? 0) + 1;
}

/** Bytes of a value in a tool result, which has it twice: as structured content, and as text that is JSON in JSON. */
export function resultBytesOf(value: unknown): number {
  const json = JSON.stringify(value) ?? '';
  const escapes = MAX_ESCAPE_BYTES * countInvisible(json);
  return Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json)) + escapes;
}
