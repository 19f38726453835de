import type { Entry, Head, Journal } from '@worldwire/journal';

/** All entries of a range, in as many pages as needed. Undefined if the log was removed. */
export async function readRange(
  journal: Pick<Journal, 'read'>,
  { id, incarnation }: Head,
  first: number,
  last: number,
): Promise<readonly Entry[] | undefined> {
  const entries: Entry[] = [];
  while (first + entries.length <= last) {
    const next = first + entries.length;
    const page = await journal.read(id, next - 1, last - next + 1, incarnation);
    if (page.length === 0) return undefined;
    for (const entry of page) entries.push(entry);
  }
  return entries;
}
