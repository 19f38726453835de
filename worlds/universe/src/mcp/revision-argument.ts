import { type Context, WorldError } from '@worldwire/server';
import { nearMatches } from '@worldwire/server/kit';
import type { Reading } from '../service/committed-states.js';
import type { LoadedUniverse } from '../service/loaded-universe.js';
import type { Universes } from '../service/universes.js';

const MAX_LISTED = 5;

/** Reads the newest state, or that of an earlier revision or bookmark. */
export async function readingAt(
  universes: Universes,
  loaded: LoadedUniverse,
  given: number | string | undefined,
  context: Context,
): Promise<Reading> {
  if (given === undefined) return loaded.states.reading(context);
  const revision = await revisionNumber(universes, loaded, given);
  const committed = await universes.stateAt(loaded, revision, context);
  return work => context.heavy(work(committed));
}

/** The number of a revision that is given as a number, as digits, or by the name of a bookmark. */
export async function revisionNumber(
  universes: Pick<Universes, 'bookmarks'>,
  loaded: LoadedUniverse,
  given: number | string,
): Promise<number> {
  if (typeof given === 'number') return given;
  const all = await universes.bookmarks(loaded);
  const found = all.find(({ name }) => name === given);
  if (found !== undefined) return found.revision;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  const names = all.map(({ name }) => name);
  const near = nearMatches(given, names);
  const some = (near.length > 0 ? near : names.slice(0, MAX_LISTED))
    .map(name => JSON.stringify(name))
    .join(', ');
  throw new WorldError(
    'NotFound',
    `There is no revision and no bookmark "${given.slice(0, 100)}".`,
    `${some === '' ? 'There are no bookmarks.' : `Bookmarks: ${some}.`} Give a number from 0 to ${loaded.revision}.`,
  );
}
