import { resolve } from 'node:path';
import type { ServedWorld } from '@worldwire/server';
import type { WorldEntry } from './world-entry.js';
import { knownWorld, PUBLIC_WORLDS } from './world-list.js';
import { entriesOf, importWorlds, isModulePath } from './world-module.js';

/**
 * The worlds that arguments name: worlds of this program, or modules that export worlds. All public worlds when none is named.
 * @param folder What paths of modules are relative to.
 */
export async function selectWorlds(words: readonly string[], folder: string): Promise<readonly WorldEntry[]> {
  if (words.length === 0) return PUBLIC_WORLDS;
  const unique = new Set(words.map(word => (isModulePath(word) ? resolve(folder, word) : word)));
  const found: (WorldEntry | ServedWorld)[] = [];
  for (const word of unique) {
    if (isModulePath(word)) found.push(...(await importWorlds(word, folder)));
    else found.push(knownWorld(word));
  }
  const entries = entriesOf(found.filter(world => 'world' in world)).values();
  return found.map(world => ('world' in world ? (entries.next().value as WorldEntry) : world));
}
