import type { Log } from '@worldwire/server';
import { DEFAULT_LIMITS } from '@worldwire/server/internal';
import { codeOf, Problem, reasonOf } from '../errors/problem.js';
import { offers } from '../settings/features.js';
import type { SelectedWorld, Settings } from '../settings/settings.js';
import type { OpenedWorld, WorldOptions } from '../worlds/world-entry.js';

export interface LoadedWorlds {
  readonly worlds: readonly { readonly name: string; readonly port: number; readonly opened: OpenedWorld }[];
  /** Worlds that cannot be served because of their store. */
  readonly missing: readonly { readonly name: string; readonly problem: Problem }[];
}

/**
 * Opens the worlds to serve. A world whose store fails is left out, because the others do not need that store. Throws when no
 * world is left, and when the first world is missing although the frames wire needs it.
 */
export async function loadWorlds(
  settings: Settings,
  log: Promise<Log>,
  timeCommit?: (world: string) => () => void,
): Promise<LoadedWorlds> {
  const all = await Promise.all(
    settings.worlds.map(async world => {
      const { name, port } = world;
      try {
        return { name, port, opened: await openWorld(world, settings, log, timeCommit) };
      } catch (thrown) {
        if (!(thrown instanceof Problem && thrown.refusal?.startsWith('store '))) throw thrown;
        return { name, port, problem: thrown };
      }
    }),
  );
  const worlds = all.flatMap(({ name, port, opened }) =>
    opened === undefined ? [] : [{ name, port, opened }],
  );
  const missing = all.flatMap(({ name, problem }) => (problem === undefined ? [] : [{ name, problem }]));
  const [first] = missing;
  const needsFirst = settings.frames !== undefined && first?.name === settings.worlds[0]?.name;
  if (first !== undefined && (worlds.length === 0 || needsFirst)) throw first.problem;
  return { worlds, missing };
}

type Used = Pick<
  Settings,
  'data' | 'store' | 'grants' | 'host' | 'variables' | 'features' | 'tokenFile' | 'limits' | 'confirmAbove'
>;

export async function openWorld(
  world: SelectedWorld,
  settings: Used,
  log: Promise<Log>,
  timeCommit?: (world: string) => () => void,
): Promise<OpenedWorld> {
  const { name, entry } = world;
  try {
    const onWrite = timeCommit && (() => timeCommit(name));
    return await entry.open({ ...worldOptions(world, settings, log), ...(onWrite && { onWrite }) });
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown;
    const what =
      codeOf(thrown) === 'ERR_MODULE_NOT_FOUND' ? 'is not part of this installation' : 'cannot be opened';
    throw Problem.refusal('world', `The world ${name} ${what}. ${reasonOf(thrown)}`);
  }
}

export function worldOptions(
  { name, port, own }: Pick<SelectedWorld, 'name' | 'port' | 'own'>,
  { data, store, grants, host, variables, features, tokenFile, limits, confirmAbove }: Used,
  log: Promise<Log>,
): WorldOptions {
  return {
    data,
    store,
    grants,
    host,
    port,
    own,
    variables,
    principalPercent: limits.principalPercent ?? DEFAULT_LIMITS.principalPercent,
    confirmAbove,
    offersPrompt: offers(features.prompts),
    async token() {
      if (tokenFile === undefined) return undefined;
      const { ownToken } = await import('./credentials.js');
      const found = await ownToken(tokenFile, variables, rights => rights.has('eval', name));
      if (found.token === undefined) {
        (await log).warn({ needs: `${name}:eval` }, `the engine gets no token: ${found.reason}`);
      }
      return found.token;
    },
    log,
  };
}
