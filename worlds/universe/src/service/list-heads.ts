import type { Head, Journal } from '@worldwire/journal';

const PAGE = 500;

/** The heads in the order of their ids, at most `max` rounded up to whole pages. */
export async function* listHeads(journal: Pick<Journal, 'list'>, max: number): AsyncGenerator<Head> {
  let after: string | undefined;
  for (let count = 0; count < max; count += PAGE) {
    const page = await journal.list({ limit: PAGE, ...(after !== undefined && { after }) });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.id;
  }
}
