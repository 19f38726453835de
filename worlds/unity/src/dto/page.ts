/** The most a page may have on its way: its JSON as data, and once more as text within JSON. */
const MAX_BYTES = 60_000;
/** JSON of this length fits in any case, were each of its characters three bytes and escaped. */
const FITS_ANYWAY = MAX_BYTES / 6;

export interface PageDto<Item> {
  readonly Total: number;
  readonly Items: readonly Item[];
}

/** As many items as the answer has room for. The reader sees by `Total` that more are there, and goes on by offset. */
export function pageOf<Item>(total: number, items: readonly Item[]): PageDto<Item> {
  return { Total: total, Items: fitting(items) };
}

/** A page of a list that is at hand as a whole. */
export function pageFrom<Source, Item>(
  all: readonly Source[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
  dtoOf: (source: Source) => Item,
): PageDto<Item> {
  return pageOf(all.length, all.slice(offset, offset + limit).map(dtoOf));
}

/** The first items that fit, and at least one. */
export function fitting<Item>(items: readonly Item[]): readonly Item[] {
  if (JSON.stringify(items).length <= FITS_ANYWAY) return items;
  let bytes = 0;
  for (let count = 0; count < items.length; count++) {
    const text = JSON.stringify(items[count]);
    bytes += Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text));
    if (bytes > MAX_BYTES && count > 0) return items.slice(0, count);
  }
  return items;
}
