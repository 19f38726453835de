import { resolve } from 'node:path';
import type { AnyValues } from '../command-line/flags.js';
import { Problem } from '../errors/problem.js';
import type { Environment } from '../process/environment.js';
import { SERVER_FLAGS, stdioFlags } from '../settings/server-flags.js';
import { fromEnvironment, readSettings } from '../settings/settings.js';
import { mayHavePassword } from '../settings/store-name.js';

/**
 * The flags that start a world with the settings of this folder and environment, because the client starts it in others. Settings
 * that `stdio` refuses are refused now.
 */
export async function startFlags(
  world: string,
  given: AnyValues,
  environment: Environment,
): Promise<readonly string[]> {
  const { cwd } = environment;
  if (typeof given.store === 'string' && mayHavePassword(given.store)) {
    throw Problem.usage(
      'setup: --store has what may be a password, which would stand in the client’s file. Leave it out, and set WORLDWIRE_STORE where the client is started.',
    );
  }
  const flags = stdioFlags();
  const { store, ...others } = fromEnvironment(flags, environment);
  const chosen: AnyValues = {
    ...others,
    ...(typeof store === 'string' && !mayHavePassword(store) && { store }),
    ...given,
  };
  const names = Object.keys(flags).filter(name => Object.hasOwn(chosen, name));
  const values = Object.fromEntries(names.map(name => [name, chosen[name]]));
  await readSettings({ values, words: [world] }, environment);
  return names.flatMap(name => spelled(name, values[name], flags[name]?.path ? cwd : undefined));
}

/** Whether the entry leaves out the store, which then stays in the environment. */
export function isStoreLeftOut(given: AnyValues, { inherited }: Environment): boolean {
  const store = inherited[SERVER_FLAGS.store.variable];
  return given.store === undefined && store !== undefined && mayHavePassword(store);
}

function spelled(name: string, value: AnyValues[string], folder: string | undefined): readonly string[] {
  if (typeof value === 'boolean') return value ? [`--${name}`] : [];
  return [value ?? []].flat().flatMap(text => [`--${name}`, folder ? resolve(folder, text) : text]);
}
