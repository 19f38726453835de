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
  characters: 64 * 1024 * 1024,
};

/** Closes universes that nothing uses, the one opened longest ago first, while there are too many or they are too large. */
export async function makeRoom(
  live: Map<string, Promise<LiveUniverse>>,
  { universes, totalCharacters }: LiveLimits,
): Promise<void> {
  const loadings = await Promise.allSettled(
    [...live].map(async ([id, loading]) => ({ id, loading, universe: await loading })),
  );
  const opened = loadings.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
  let characters = opened.reduce((sum, { universe }) => sum + universe.characters, 0);
  // The newest is about to be used.
  for (const { id, loading, universe } of opened.slice(0, -1)) {
    if (live.size <= universes && characters <= totalCharacters) return;
    if (!universe.idle || live.get(id) !== loading) continue;
    live.delete(id);
    characters -= universe.characters;
    await universe.close();
  }
}
