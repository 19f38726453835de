import type { World } from '@worldwire/server';
import { didYouMean } from './near-match.js';
import { codeOf, Problem, reasonOf } from './problem.js';

export interface WorldEntry {
  readonly summary: string;
  readonly defaultPort: number;
  /** Served by name only: not listed, and not among "all worlds". */
  readonly private?: true;
  /** Imports the world's code, which an unused world never pays for. */
  load(options: WorldOptions): Promise<World>;
}

export interface WorldOptions {
  /** The folder for what must last. A world that keeps nothing ignores it. */
  readonly data: string;
}

const WORLDS: ReadonlyMap<string, WorldEntry> = new Map<string, WorldEntry>([
  [
    'lighthouse',
    {
      summary: 'an example: a small harbour with a lighthouse and a dozen ships',
      defaultPort: 3000,
      async load() {
        const { lighthouseWorld } = await import('@worldwire/examples/lighthouse');
        return lighthouseWorld();
      },
    },
  ],
  [
    'conformance',
    {
      summary: 'the fixtures of the official conformance suite',
      defaultPort: 3999,
      private: true,
      async load() {
        // Not a literal: the published package does not have it, and must compile and run without.
        const name: string = '@worldwire/conformance';
        const { conformanceWorld } = (await import(name)) as { conformanceWorld(): World };
        return conformanceWorld();
      },
    },
  ],
]);

export function publicWorlds(): readonly string[] {
  return [...WORLDS].flatMap(([name, entry]) => (entry.private ? [] : [name]));
}

export function findWorld(name: string): WorldEntry {
  const entry = WORLDS.get(name);
  if (entry !== undefined) return entry;
  const known = publicWorlds();
  throw Problem.usage(`There is no world "${name}".${didYouMean(name, known)} Worlds: ${known.join(', ')}.`);
}

export async function loadWorld(name: string, options: WorldOptions): Promise<World> {
  const entry = findWorld(name);
  try {
    return await entry.load(options);
  } catch (thrown) {
    if (codeOf(thrown) !== 'ERR_MODULE_NOT_FOUND') throw thrown;
    throw Problem.failure(`The world ${name} is not part of this installation. ${reasonOf(thrown)}`);
  }
}
