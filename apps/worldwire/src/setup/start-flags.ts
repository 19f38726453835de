import { resolve } from 'node:path';
import type { Flag, Values } from '../command-line/flags.js';
import { Problem } from '../errors/problem.js';
import type { Environment } from '../process/environment.js';
import { fromEnvironment, readSettings, STDIO_FLAGS } from '../settings/settings.js';
import { mayHavePassword } from '../settings/store-name.js';

type Given = Values<typeof STDIO_FLAGS>;

/**
 * The flags that start a world as it is asked for here, though the client starts it in another folder and another
 * environment. What `stdio` would refuse is refused now.
 */
export async function startFlags(
  world: string,
  given: Given,
  environment: Environment,
): Promise<readonly string[]> {
  if (given.store !== undefined && mayHavePassword(given.store)) {
    throw Problem.usage(
      'setup: --store has what may be a password, which would stand in the client’s file. Leave it out, and set WORLDWIRE_STORE where the client is started.',
    );
  }
  const { store, ...said } = fromEnvironment(environment);
  const chosen: Given = {
    ...said,
    ...(store !== undefined && !mayHavePassword(store) && { store }),
    ...given,
  };
  const own = Object.keys(STDIO_FLAGS).filter(name => Object.hasOwn(chosen, name)) as (keyof Given)[];
  const values = Object.fromEntries(own.map(name => [name, chosen[name]])) as Given;
  await readSettings({ values, words: [world] }, environment);
  return own.flatMap(name => spelled(name, values[name], environment.cwd));
}

/** What is left out of the entry, and stays in the environment. */
export function isStoreLeftOut(given: Pick<Given, 'store'>, { store }: Environment): boolean {
  return given.store === undefined && store !== undefined && mayHavePassword(store);
}

function spelled(name: keyof Given, value: Given[keyof Given], cwd: string): readonly string[] {
  if (typeof value === 'boolean') return value ? [`--${name}`] : [];
  const { path }: Flag = STDIO_FLAGS[name];
  return [value ?? []].flat().flatMap(text => [`--${name}`, path ? resolve(cwd, text) : text]);
}
