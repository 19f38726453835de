import type { Entry, Journal } from '@worldwire/journal';

/** All entries from one revision to another. The journal gives large ones in several pages. */
export async function readRun(
  journal: Pick<Journal, 'read'>,
  id: string,
  first: number,
  last: number,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  while (first + entries.length <= last) {
    const next = first + entries.length;
    const page = await journal.read(id, next - 1, last - next + 1);
    if (page.length === 0) throw new Error(`The log of universe "${id}" ends before revision ${last}.`);
    for (const entry of page) entries.push(entry);
  }
  return entries;
}
