import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { Engine } from '@worldwire/engine';
import type { Dialect } from '@worldwire/protocol';
import type { Log, WebRoute, World } from '@worldwire/server';
import type { MountSide } from '@worldwire/transports/http';
import { didYouMean } from '../errors/near-match.js';
import { codeOf, Problem, reasonOf } from '../errors/problem.js';
import { monotonic } from '../process/clock.js';
import type { OperatorGrants } from '../settings/allow.js';
import type { Features } from '../settings/features.js';
import type { EngineChoice } from '../settings/frames-settings.js';
import type { UnrealPlaces } from '../settings/settings.js';
import { makeDataFolder } from '../storage/data-folder.js';
import type { LinkedScene } from './linked-engine.js';
import { unityFolder } from './unity-files.js';

export interface WorldEntry {
  readonly summary: string;
  readonly defaultPort: number;
  /** Served by name only: not listed, and not among "all worlds". */
  readonly private?: true;
  /** What its server calls itself, where a specification wants another name. */
  readonly serverName?: string;
  /** Imports the world's code, which an unused world never pays for. */
  load(options: WorldOptions, log: Promise<Log>): Promise<LoadedWorld>;
}

export interface LoadedWorld {
  readonly world: World;
  /** Its own HTTP interface, where it has one. */
  readonly routes?: readonly WebRoute[];
  readonly dialect?: Dialect;
  readonly side?: MountSide;
  /** Whether it has gates of its own, which --allow remote-config lets callers open. */
  readonly ownGates?: true;
  /** Why it cannot be asked now. */
  notReady?(): string | undefined | Promise<string | undefined>;
  /** The real engine behind it, where one is to dial in. */
  readonly linked?: LinkedScene;
  /** Where it is served beside /mcp. */
  readonly aliases?: readonly string[];
  /** Told where it is served; returns what is to be done when that ends. */
  listening?(place: { readonly origin: string; readonly port: number }): Promise<() => Promise<void>>;
}

export interface WorldOptions {
  /** The folder for what must last. A world that keeps nothing ignores it. */
  readonly data: string;
  /** Where what must last is kept: a file in the data folder, memory, or a database's address. */
  readonly store: string;
  readonly grants: OperatorGrants;
  readonly host: string;
  readonly ports: ReadonlyMap<string, number>;
  readonly unreal: UnrealPlaces;
  readonly features: Features;
  readonly engine: EngineChoice;
}

const WORLDS: ReadonlyMap<string, WorldEntry> = new Map<string, WorldEntry>([
  [
    'universe',
    {
      summary: 'a persistent universe of stars, planets and nebulae, with the solar system to begin with',
      defaultPort: 3001,
      async load(options, opening) {
        const [{ openUniverse }, journal, log] = await Promise.all([
          import('@worldwire/universe'),
          import('../storage/store.js').then(({ openStore, universeFile }) =>
            openStore(options.store, universeFile(options.data)),
          ),
          opening,
        ]);
        return openUniverse({ journal, log, now: Date.now, elapsed: monotonic, randomBytes });
      },
    },
  ],
  [
    'unity',
    {
      summary: 'the Unity Explorer interface over a live scene: an arena, a menu and a garden to explore',
      defaultPort: 51477,
      serverName: 'UnityExplorer.Mcp',
      async load({ data, grants, host, ports, engine: choice }, opening) {
        const [{ openUnity }, log] = await Promise.all([import('@worldwire/unity'), opening]);
        const folder = unityFolder(data);
        await makeDataFolder(folder);
        const linked =
          choice.kind === 'link'
            ? (await import('./linked-engine.js')).linkedScene(choice.command, folder, log)
            : undefined;
        const engine = linked?.engine ?? (await (await import('@worldwire/engine/embedded')).openEmbedded());
        const opened = await openUnity({
          engine,
          log,
          now: monotonic,
          date: Date.now,
          folder,
          grants,
          endpoint: { bindAddress: host, port: ports.get('unity') ?? 0 },
          temporaryFolder: tmpdir(),
          pid: process.pid,
        });
        const close = async () => {
          await opened.world.close?.();
          await engine.close();
        };
        return {
          ...opened,
          world: { ...opened.world, close },
          ownGates: true,
          notReady: () => reasonNotReady(engine, linked),
          ...(linked !== undefined && { linked }),
        };
      },
    },
  ],
  [
    'unreal',
    {
      summary: 'an Unreal project: through its editor, from its files, or a sample of one',
      defaultPort: 30_069,
      async load(options, opening) {
        const [{ loadUnreal }, log] = await Promise.all([import('./unreal.js'), opening]);
        return loadUnreal(options, log);
      },
    },
  ],
  [
    'lighthouse',
    {
      summary: 'an example: a small harbour with a lighthouse and a dozen ships',
      defaultPort: 3000,
      private: true,
      async load() {
        const { lighthouseWorld } = await import('@worldwire/examples/lighthouse');
        return { world: lighthouseWorld() };
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
        return { world: conformanceWorld() };
      },
    },
  ],
]);

/** Where an engine links, its link says more than its state. */
function reasonNotReady({ state }: Engine, linked: LinkedScene | undefined): string | undefined {
  if (state.status === 'ready' || state.status === 'throttled') return undefined;
  const { status, reason = 'without a word' } = linked?.engine.link ?? state;
  return `the engine is ${status}: ${reason}`;
}

export function publicWorlds(): readonly string[] {
  return [...WORLDS].flatMap(([name, entry]) => (entry.private ? [] : [name]));
}

export function isWorld(name: string): boolean {
  return WORLDS.has(name);
}

export function findWorld(name: string): WorldEntry {
  const entry = WORLDS.get(name);
  if (entry !== undefined) return entry;
  const known = publicWorlds();
  throw Problem.usage(`There is no world "${name}".${didYouMean(name, known)} Worlds: ${known.join(', ')}.`);
}

export async function loadWorld(
  name: string,
  options: WorldOptions,
  log: Promise<Log>,
): Promise<LoadedWorld> {
  const entry = findWorld(name);
  try {
    return await entry.load(options, log);
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown;
    if (codeOf(thrown) !== 'ERR_MODULE_NOT_FOUND') {
      throw Problem.refusal('world', `The world ${name} cannot be opened. ${reasonOf(thrown)}`);
    }
    throw Problem.refusal('world', `The world ${name} is not part of this installation. ${reasonOf(thrown)}`);
  }
}
