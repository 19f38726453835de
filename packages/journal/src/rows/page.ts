import type { EntryRow } from './entry-row.js';

/** Characters of entries that are read at once. An entry can hold a whole state, so their number alone bounds nothing. A page is
 * parsed in one go, which holds the event loop. */
export const PAGE_CHARACTERS = 1024 * 1024;

/** As many rows as fit, and at least the first. The rest is not even read. */
export function page<Row extends EntryRow>(
  rows: Iterable<Row>,
): { readonly rows: Row[]; readonly full: boolean } {
  const taken: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    // Damage may have given the column another type; the checksum tells.
    characters += typeof row.body === 'string' ? row.body.length : 0;
    if (taken.length > 0 && characters > PAGE_CHARACTERS) return { rows: taken, full: true };
    taken.push(row);
  }
  return { rows: taken, full: false };
}

export function charactersOf(rows: readonly EntryRow[]): number {
  return rows.reduce((sum, { body }) => sum + body.length, 0);
}
