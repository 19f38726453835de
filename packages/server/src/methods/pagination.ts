import { type JsonObject, WireError } from '@worldwire/protocol';

const PREFIX = 'at:';

/**
 * One page of a list, with the cursor of the next page. Cursors are opaque to clients, and checked. Some clients send null or an
 * empty text for the first page.
 */
export function page<Item>(
  items: readonly Item[],
  params: JsonObject,
  size: number,
): { readonly items: readonly Item[]; readonly next: { readonly nextCursor?: string } } {
  const start = readCursor(params.cursor, items.length);
  const end = start + size;
  if (end >= items.length) return { items: start === 0 ? items : items.slice(start), next: {} };
  return {
    items: items.slice(start, end),
    next: { nextCursor: Buffer.from(`${PREFIX}${end}`).toString('base64url') },
  };
}

function readCursor(cursor: unknown, length: number): number {
  if (cursor === undefined || cursor === null || cursor === '') return 0;
  const text = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString('utf8') : '';
  const start = /^at:\d{1,9}$/.test(text) ? Number(text.slice(PREFIX.length)) : Number.NaN;
  if (!(start >= 0 && start <= length)) {
    throw WireError.of(
      'InvalidParams',
      'params.cursor was not issued by this server. Start again without a cursor.',
    );
  }
  return start;
}
