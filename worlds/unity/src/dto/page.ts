import { fitItems, resultBytesOf } from '@worldwire/server/kit';

/** Bytes of a page in a result, which has it as JSON and again as text. */
const MAX_BYTES = 60_000;
/** JSON of this length fits even if each character has three bytes and is escaped. */
const ALWAYS_FITS = MAX_BYTES / 6;

export interface PageDto<Item> {
  readonly Total: number;
  readonly Items: readonly Item[];
}

/** As many items as fit. `Total` shows that there are more, and `offset` leads to them. */
export function pageOf<Item>(total: number, items: readonly Item[]): PageDto<Item> {
  return { Total: total, Items: fitting(items) };
}

/** A page of a list that is in memory. */
export function pageFrom<Source, Item>(
  all: readonly Source[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
  dtoOf: (source: Source) => Item,
): PageDto<Item> {
  return pageOf(all.length, all.slice(offset, offset + limit).map(dtoOf));
}

/** The first items that fit, and at least one. */
export function fitting<Item>(items: readonly Item[]): readonly Item[] {
  if (JSON.stringify(items).length <= ALWAYS_FITS) return items;
  return fitItems(items, { max: MAX_BYTES, min: 1, sizeOf: resultBytesOf });
}
