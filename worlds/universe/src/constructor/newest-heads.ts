import type { Head } from '@worldwire/journal';
import type { Universes } from '../service/universes.js';

/** Universes in the list, which has no pages. */
const MAX_LISTED = 1_000;
/** Universes among which the newest are looked for. Stores list by id, so that all of them have to be read. */
const MAX_READ = 10_000;
const PAGE = 1_000;

/** The universes that were made last, the newest first. */
export async function newestHeads(universes: Pick<Universes, 'list'>): Promise<readonly Head[]> {
  let newest: readonly Head[] = [];
  let after: string | undefined;
  for (let read = 0; read < MAX_READ; read += PAGE) {
    const page = await universes.list({ limit: PAGE, ...(after !== undefined && { after }) });
    newest = [...newest, ...page]
      .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
      .slice(0, MAX_LISTED);
    after = page.at(-1)?.id;
    if (page.length < PAGE) break;
  }
  return newest;
}
