import type { EntryRow } from './entry-row.js';

/** Characters of entries that are read at once. An entry can hold a whole state, so their number alone bounds nothing. */
export const PAGE_CHARACTERS = 8 * 1024 * 1024;

/** As many rows as fit, and at least the first. The rest is not even read. */
export function page(rows: Iterable<EntryRow>): EntryRow[] {
  const taken: EntryRow[] = [];
  let characters = 0;
  for (const row of rows) {
    characters += row.body.length;
    if (taken.length > 0 && characters > PAGE_CHARACTERS) break;
    taken.push(row);
  }
  return taken;
}

export function charactersOf(rows: readonly EntryRow[]): number {
  return rows.reduce((sum, { body }) => sum + body.length, 0);
}
