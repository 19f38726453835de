import type { UniverseHead } from './live/universe-list.js';

const KEY = 'worldwire.universe.';

/** The universe of a person who names none: the one that a person used last in this browser, or else the oldest. */
export function homeUniverse(world: string, heads: readonly UniverseHead[]): string | undefined {
  const used = lastUsed(world);
  if (heads.some(({ id }) => id === used)) return used;
  // Agents make new ones, so the newest is theirs.
  return heads.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))[0]?.id;
}

/** Remembers a universe that a person uses. */
export function rememberUniverse(world: string, id: string): void {
  try {
    localStorage.setItem(`${KEY}${world}`, id);
  } catch {
    // A browser without storage forgets it.
  }
}

function lastUsed(world: string): string | undefined {
  try {
    return localStorage.getItem(`${KEY}${world}`) ?? undefined;
  } catch {
    return undefined;
  }
}
