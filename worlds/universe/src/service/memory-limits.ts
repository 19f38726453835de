import { WorldError } from '@worldwire/server';
import type { LoadedUniverse } from './loaded-universe.js';

/** Limits of the universes in memory. A character of a state as JSON takes about four bytes. */
export interface MemoryLimits {
  readonly universes: number;
  /** Of all universes in memory. */
  readonly totalCharacters: number;
  /** Of one universe. 100,000 bodies have about 40 million. */
  readonly characters: number;
}

export const DEFAULT_MEMORY_LIMITS: MemoryLimits = {
  universes: 256,
  totalCharacters: 64 * 1024 * 1024,
  characters: 48 * 1024 * 1024,
};

type LoadedUniverses = Map<string, Promise<LoadedUniverse>>;

interface InMemory {
  readonly id: string;
  readonly loading: Promise<LoadedUniverse>;
  readonly universe: LoadedUniverse;
}

/**
 * Closes unused universes, the one opened longest ago first, while there are too many or they are too large. `wanted` is
 * about to be used and stays. Returns the characters of the universes that are left.
 */
export async function evict(
  loaded: LoadedUniverses,
  { universes, totalCharacters }: MemoryLimits,
  wanted: string,
): Promise<number> {
  const opened = await inMemory(loaded);
  let characters = opened.reduce((sum, { universe }) => sum + universe.characters, 0);
  for (const one of opened) {
    if (loaded.size <= universes && characters <= totalCharacters) break;
    if (one.id === wanted || !one.universe.idle) continue;
    characters -= await closed(loaded, one);
  }
  return characters;
}

/**
 * Closes universes that only event streams keep in memory, the largest first. Their clients connect again with their last event: a client
 * must not keep others out by streams that it does not even read.
 */
async function endStreams(
  loaded: LoadedUniverses,
  { totalCharacters }: MemoryLimits,
  wanted: string,
): Promise<number> {
  const opened = await inMemory(loaded);
  let characters = opened.reduce((sum, { universe }) => sum + universe.characters, 0);
  for (const one of opened.sort((a, b) => b.universe.characters - a.universe.characters)) {
    if (characters <= totalCharacters) break;
    if (one.id !== wanted && !one.universe.isWriting) characters -= await closed(loaded, one);
  }
  return characters;
}

/** Returns the characters that are free now. */
async function closed(loaded: LoadedUniverses, { id, loading, universe }: InMemory): Promise<number> {
  if (loaded.get(id) !== loading) return 0;
  loaded.delete(id);
  const { characters } = universe;
  await universe.close();
  return characters;
}

/** Evicts until a universe can be loaded. Throws if the universes that are written take all the memory. */
export async function requireMemory(
  loaded: LoadedUniverses,
  limits: MemoryLimits,
  wanted: string,
): Promise<void> {
  if ((await evict(loaded, limits, wanted)) <= limits.totalCharacters) return;
  // Their characters are estimates, which may be too high.
  await Promise.all((await inMemory(loaded)).map(({ universe }) => universe.snapshot()));
  if ((await evict(loaded, limits, wanted)) <= limits.totalCharacters) return;
  const characters = await endStreams(loaded, limits, wanted);
  if (characters <= limits.totalCharacters) return;
  throw new WorldError(
    'NotReady',
    `Universe "${wanted}" cannot be loaded: the universes in use have ${characters} characters of state; the limit is ${limits.totalCharacters}.`,
    'Try again when the writes to them are done.',
  );
}

/** Skips universes that are still loading: they may wait for memory themselves. */
async function inMemory(loaded: LoadedUniverses): Promise<InMemory[]> {
  const results = await Promise.allSettled(
    [...loaded].map(async ([id, loading]) => {
      const universe = await Promise.race([loading, undefined]);
      return universe === undefined ? [] : [{ id, loading, universe }];
    }),
  );
  return results.flatMap(result => (result.status === 'fulfilled' ? result.value : []));
}
