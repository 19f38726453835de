import type { Log } from '@worldwire/server';
import { Problem } from '../errors/problem.js';
import type { Settings } from '../settings/settings.js';
import { type LoadedWorld, loadWorld } from '../worlds/world-list.js';

export interface LoadedWorlds {
  readonly worlds: readonly { readonly name: string; readonly loaded: LoadedWorld }[];
  /** Worlds that cannot be served because of their store. */
  readonly missing: readonly { readonly name: string; readonly problem: Problem }[];
}

/**
 * Loads the worlds that are to be served. One whose store fails is left out, because the others do not need that store.
 * Throws where none is left, and where the first one is missing that the frames wire is for.
 */
export async function loadWorlds(settings: Settings, log: Promise<Log>): Promise<LoadedWorlds> {
  const all = await Promise.all(
    settings.worlds.map(async name => {
      try {
        return { name, loaded: await loadWorld(name, settings, log) };
      } catch (thrown) {
        if (!(thrown instanceof Problem && thrown.refusal?.startsWith('store '))) throw thrown;
        return { name, problem: thrown };
      }
    }),
  );
  const worlds = all.flatMap(({ name, loaded }) => (loaded === undefined ? [] : [{ name, loaded }]));
  const missing = all.flatMap(({ name, problem }) => (problem === undefined ? [] : [{ name, problem }]));
  const [first] = missing;
  const needsFirst = settings.frames !== undefined && first?.name === settings.worlds[0];
  if (first !== undefined && (worlds.length === 0 || needsFirst)) throw first.problem;
  return { worlds, missing };
}
