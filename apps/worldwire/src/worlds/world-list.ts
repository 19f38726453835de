import { didYouMean } from '@worldwire/server/kit/near-matches';
import type { Flags } from '../command-line/flags.js';
import { Problem } from '../errors/problem.js';
import { conformance } from './conformance.js';
import { lighthouse } from './lighthouse.js';
import { unity } from './unity.js';
import { universe } from './universe.js';
import { unreal } from './unreal.js';
import type { WorldEntry } from './world-entry.js';

/** Every world of this program. To add one, write its entry in a file of this folder and list it here. */
export const WORLDS: readonly WorldEntry[] = [universe, unity, unreal, lighthouse, conformance];

export const PUBLIC_WORLDS: readonly WorldEntry[] = WORLDS.filter(({ isPrivate }) => !isPrivate);

export function findWorld(name: string): WorldEntry | undefined {
  return WORLDS.find(entry => entry.name === name);
}

export function knownWorld(name: string): WorldEntry {
  const entry = findWorld(name);
  if (entry !== undefined) return entry;
  const known = PUBLIC_WORLDS.map(world => world.name);
  throw Problem.usage(`There is no world "${name}".${didYouMean(name, known)} Worlds: ${known.join(', ')}.`);
}

/** The flags that worlds declare; without `serveOnly` flags for `stdio`. */
export function worldFlags(command: 'serve' | 'stdio'): Flags {
  return Object.fromEntries(
    WORLDS.flatMap(({ name: world, flags = {} }) =>
      Object.entries(flags)
        .filter(([, { serveOnly }]) => command === 'serve' || !serveOnly)
        .map(([name, flag]) => [name, { ...flag, world }]),
    ),
  );
}
