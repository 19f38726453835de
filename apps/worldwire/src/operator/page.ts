import { json, type WebAnswer, type WebQuery, WorldError } from '@worldwire/server';
import { fitItems } from '@worldwire/server/kit';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;
/** Bytes of the items of one page. The whole answer stays below 64 KiB. */
export const MAX_PAGE_BYTES = 60 * 1024;

/** A list in the order of its keys, which are unique. */
export interface Listing<Item> {
  readonly name: string;
  readonly items: readonly Item[];
  keyOf(item: Item): string;
  /** An item as the page has it. Called for the items of the page alone. Default: the item. */
  show?(item: Item): unknown;
}

/**
 * One page of a list as JSON: `{ sessions: […], total, nextCursor }`. A cursor names the last item that was sent, so that items
 * which come and go between two pages neither repeat nor hide others.
 */
export function pageOf<Item>(
  { name, items, keyOf, show = item => item }: Listing<Item>,
  query: WebQuery,
  more: object = {},
): WebAnswer {
  const limit = readLimit(query.get('limit'));
  const after = readCursor(query.get('cursor'));
  const keyed = items.map(item => ({ key: keyOf(item), item }));
  const left = keyed
    .filter(({ key }) => after === undefined || key > after)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const shown: unknown[] = [];
  const page = fitItems(left.slice(0, limit), {
    max: MAX_PAGE_BYTES - Buffer.byteLength(JSON.stringify(more)),
    sizeOf: ({ item }) => {
      const view = show(item);
      shown.push(view);
      return Buffer.byteLength(JSON.stringify(view)) + 1;
    },
    min: 1,
  });
  const last = page.at(-1);
  const next = last !== undefined && page.length < left.length && { nextCursor: cursorOf(last.key) };
  return json(200, { ...more, [name]: shown.slice(0, page.length), total: items.length, ...next });
}

export function readLimit(text: string | null): number {
  if (text === null) return DEFAULT_LIMIT;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1) return Math.min(limit, MAX_LIMIT);
  throw new WorldError(
    'InvalidArgument',
    `limit is "${text.slice(0, 40)}".`,
    `Give a whole number from 1 to ${MAX_LIMIT}, or leave it out.`,
  );
}

function cursorOf(key: string): string {
  return Buffer.from(key).toString('base64url');
}

function readCursor(text: string | null): string | undefined {
  if (text === null) return undefined;
  const key = Buffer.from(text, 'base64url').toString();
  if (key !== '' && cursorOf(key) === text) return key;
  throw new WorldError(
    'InvalidArgument',
    'cursor was not issued by this server.',
    'Send the nextCursor of the page before, or none for the first page.',
  );
}
