import type { Entry, Head, Journal } from '@worldwire/journal';

/** All entries from one revision to another, or undefined where the log is gone. Large ones come in several pages. */
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
