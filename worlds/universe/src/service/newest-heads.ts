import type { Head } from '@worldwire/journal';
import { listHeads } from './list-heads.js';
import type { Universes } from './universes.js';

/** Universes in the list, which has no pages. */
const MAX_LISTED = 1_000;
/** Stores list by id, so all universes are read to find the newest. */
const MAX_READ = 10_000;

/** The universes that were created last, newest first. `cut`: there are more. */
export async function newestHeads(
  universes: Pick<Universes, 'list'>,
): Promise<{ readonly heads: readonly Head[]; readonly cut: boolean }> {
  const heads: Head[] = [];
  for await (const head of listHeads(universes, MAX_READ)) heads.push(head);
  heads.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  return { heads: heads.slice(0, MAX_LISTED), cut: heads.length > MAX_LISTED };
}
