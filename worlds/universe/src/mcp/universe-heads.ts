import type { Head } from '@worldwire/journal';
import { isUniverseId } from '../service/universe-id.js';
import type { Universes } from '../service/universes.js';

const PAGE = 500;
/** More than anybody reads; the rest is found by its id. */
const MOST = 10_000;
const COMPLETED = 100;

/** All universes, in the order of their ids. */
export async function allHeads(universes: Universes): Promise<readonly Head[]> {
  const heads: Head[] = [];
  for (let after: string | undefined; heads.length < MOST; after = heads.at(-1)?.id) {
    const page = await universes.list({ limit: PAGE, ...(after !== undefined && { after }) });
    heads.push(...page);
    if (page.length < PAGE) break;
  }
  return heads;
}

/** Ids that begin with what somebody has written so far. */
export async function completeId(universes: Universes, prefix: string): Promise<readonly string[]> {
  const known = isUniverseId(prefix);
  const heads = await universes.list({ limit: COMPLETED, ...(known && { after: prefix }) });
  const ids = heads.map(({ id }) => id).filter(id => id.startsWith(prefix));
  return known && (await universes.has(prefix)) ? [prefix, ...ids] : ids;
}
