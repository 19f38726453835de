import type { Head } from '@worldwire/journal';
import { listHeads } from '../service/list-heads.js';
import { isUniverseId } from '../service/universe-id.js';
import type { Universes } from '../service/universes.js';

const MAX_HEADS = 10_000;
const MAX_COMPLETIONS = 100;

/** The universes in resources/list, in the order of their ids. */
export async function allHeads(universes: Universes): Promise<readonly Head[]> {
  const heads: Head[] = [];
  for await (const head of listHeads(universes, MAX_HEADS)) heads.push(head);
  return heads;
}

/** Completes an id. */
export async function completeId(universes: Universes, prefix: string): Promise<readonly string[]> {
  const valid = isUniverseId(prefix);
  const heads = await universes.list({ limit: MAX_COMPLETIONS, ...(valid && { after: prefix }) });
  const ids = heads.map(({ id }) => id).filter(id => id.startsWith(prefix));
  return valid && (await universes.has(prefix)) ? [prefix, ...ids] : ids;
}
