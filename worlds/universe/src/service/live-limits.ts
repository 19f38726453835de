import { WorldError } from '@worldwire/server';
import type { LiveUniverse } from './live-universe.js';

/** Bounds of the universes in memory. Characters are those of their states as JSON; memory has about four bytes for each. */
export interface LiveLimits {
  readonly universes: number;
  /** Of all universes in memory. */
  readonly totalCharacters: number;
  /** Of one universe. 100,000 bodies have about 40 million. */
  readonly characters: number;
}

export const DEFAULT_LIVE_LIMITS: LiveLimits = {
  universes: 256,
  totalCharacters: 64 * 1024 * 1024,
  characters: 48 * 1024 * 1024,
};

type Live = Map<string, Promise<LiveUniverse>>;

/**
 * Closes universes that nothing uses, the one opened longest ago first, while there are too many or they are too large.
 * `wanted` is about to be used and stays. Returns the characters of those that are left.
 */
export async function makeRoom(
  live: Live,
  { universes, totalCharacters }: LiveLimits,
  wanted: string,
): Promise<number> {
  const opened = await loaded(live);
  let characters = opened.reduce((sum, { universe }) => sum + universe.characters, 0);
  for (const { id, loading, universe } of opened) {
    if (live.size <= universes && characters <= totalCharacters) break;
    if (id === wanted || !universe.idle || live.get(id) !== loading) continue;
    live.delete(id);
    characters -= universe.characters;
    await universe.close();
  }
  return characters;
}

/** Makes room for a universe that is not in memory yet. Throws where those that are in use take all of it. */
export async function requireRoom(live: Live, limits: LiveLimits, wanted: string): Promise<void> {
  if ((await makeRoom(live, limits, wanted)) <= limits.totalCharacters) return;
  // Their characters are estimates, which may be too high.
  await Promise.all((await loaded(live)).map(({ universe }) => universe.weigh()));
  const characters = await makeRoom(live, limits, wanted);
  if (characters <= limits.totalCharacters) return;
  throw new WorldError(
    'NotReady',
    `Universe "${wanted}" cannot be loaded: the universes in use have ${characters} characters of state; ${limits.totalCharacters} are the most.`,
    'Close event streams of other universes, or try again later.',
  );
}

/** Those that are in memory. Others are still being loaded, and may wait for room themselves. */
async function loaded(live: Live) {
  const results = await Promise.allSettled(
    [...live].map(async ([id, loading]) => {
      const universe = await Promise.race([loading, undefined]);
      return universe === undefined ? [] : [{ id, loading, universe }];
    }),
  );
  return results.flatMap(result => (result.status === 'fulfilled' ? result.value : []));
}
