import type { Context } from '@worldwire/server';
import type { Reading } from '../service/committed-states.js';
import type { LoadedUniverse } from '../service/loaded-universe.js';
import type { Universes } from '../service/universes.js';

/** Reads the newest state, or that of an earlier revision or bookmark. */
export async function readingAt(
  universes: Universes,
  loaded: LoadedUniverse,
  given: number | string | undefined,
  context: Context,
): Promise<Reading> {
  if (given === undefined) return loaded.states.reading(context);
  const revision = await universes.revisionOf(loaded, given);
  const committed = await universes.stateAt(loaded, revision, context);
  return work => context.heavy(work(committed));
}
