import type { EntryRow } from './entry-row.js';

/** Characters of entries in a page. Parsing a page blocks the event loop, and an entry can contain a whole state. */
export const PAGE_CHARACTERS = 1024 * 1024;

/** As many rows as fit, and at least the first. The other rows are not read. */
export function page<Row extends EntryRow>(
  rows: Iterable<Row>,
): { readonly rows: Row[]; readonly full: boolean } {
  const taken: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    // Damage may have changed the type; the checksum is compared later.
    characters += typeof row.body === 'string' ? row.body.length : 0;
    if (taken.length > 0 && characters > PAGE_CHARACTERS) return { rows: taken, full: true };
    taken.push(row);
  }
  return { rows: taken, full: false };
}

export function charactersOf(rows: readonly EntryRow[]): number {
  return rows.reduce((sum, { body }) => sum + body.length, 0);
}
