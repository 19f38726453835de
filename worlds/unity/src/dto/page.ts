import { characterEnd, fitItems, resultBytesOf } from '@worldwire/server/kit';

/** Bytes of an answer beside its items: the other fields, and the envelope of the result. */
const ENVELOPE_BYTES = 1_024;

export interface Paging {
  readonly limit: number;
  readonly offset: number;
}

export interface PageDto<Item> {
  /** The number of all items. */
  readonly Total: number;
  readonly Items: readonly Item[];
  /** The offset of the next page, if there are more items. */
  readonly NextOffset?: number;
  /** True if fewer items came than the limit allows, because more exceed the size of an answer. */
  readonly Truncated?: true;
}

/** As many items as fit into `maxBytes`, and at least one. */
export function pageOf<Item>(
  total: number,
  items: readonly Item[],
  { offset }: Pick<Paging, 'offset'>,
  maxBytes: number,
): PageDto<Item> {
  const Items = fitting(items, maxBytes);
  const end = offset + Items.length;
  return {
    Total: total,
    Items,
    ...(Items.length > 0 && end < total && { NextOffset: end }),
    ...(Items.length < items.length && { Truncated: true as const }),
  };
}

/** A page of a list that is in memory. */
export function pageFrom<Source, Item>(
  all: readonly Source[],
  paging: Paging,
  maxBytes: number,
  dtoOf: (source: Source) => Item,
): PageDto<Item> {
  const { limit, offset } = paging;
  return pageOf(all.length, all.slice(offset, offset + limit).map(dtoOf), paging, maxBytes);
}

/** The first items that fit, and at least one. */
export function fitting<Item>(items: readonly Item[], maxBytes: number): readonly Item[] {
  return fitItems(items, { max: maxBytes - ENVELOPE_BYTES, min: 1, sizeOf: sizeInResult });
}

/** The beginning of a text that fits into `maxBytes` of a result. */
export function fittingText(text: string, maxBytes: number): string {
  const max = maxBytes - ENVELOPE_BYTES;
  // A character of JSON in JSON takes 15 bytes at most ("\\u0001" twice).
  if (text.length * 15 <= max || sizeInResult(text) <= max) return text;
  let [low, high] = [0, Math.min(text.length, max)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sizeInResult(text.slice(0, middle)) <= max) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, characterEnd(text, low) > low ? low - 1 : low);
}

/** With a comma in each of the two copies. */
function sizeInResult(value: unknown): number {
  return resultBytesOf(value) + 2;
}
