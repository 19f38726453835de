import { tmpdir } from 'node:os';
import type { Engine } from '@worldwire/engine';
import type { LinkInfo } from '@worldwire/engine/linked';
import { didYouMean } from '@worldwire/server/kit/near-matches';
import type { Flags, Values } from '../command-line/flags.js';
import { Problem } from '../errors/problem.js';
import { monotonic } from '../process/clock.js';
import { toolEnvironment } from '../process/program-environment.js';
import { makeDataFolder } from '../storage/data-folder.js';
import type { EngineIdFile } from './engine-id-file.js';
import { engineIdsFile, unityFolder } from './unity-files.js';
import { type EngineLink, type OwnSettings, type SettingsContext, worldEntry } from './world-entry.js';

const ENGINES = ['embedded', 'link'] as const;

const FLAGS = {
  engine: {
    type: 'string',
    value: 'ENGINE',
    serveOnly: true,
    about: 'the scene: embedded, or link for a real engine that connects; --port engine=N beside TLS',
    fallback: 'embedded',
  },
  'engine-command': {
    type: 'string',
    value: 'COMMAND',
    serveOnly: true,
    about: 'command that starts the engine, and starts it again when it ends or hangs',
  },
  'engine-env': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    serveOnly: true,
    about: 'further environment variable that is passed to the engine command',
  },
} as const satisfies Flags;

export interface UnitySettings extends OwnSettings {
  readonly engine: (typeof ENGINES)[number];
  /** Starts the engine. */
  readonly command: string | undefined;
  /** Further environment variables that are passed to the command. */
  readonly passed: readonly string[];
}

export const unity = worldEntry({
  name: 'unity',
  summary: 'the Unity Explorer interface over a live scene: an arena, a menu and a garden to explore',
  defaultPort: 51_477,
  serverName: 'UnityExplorer.Mcp',
  flags: FLAGS,
  readSettings: (values: Values<typeof FLAGS>, context) =>
    context.check('engine', () => readEngine(values, context)),
  async open(options) {
    const { data, grants, host, port, own, variables, token, principalPercent, confirmAbove } = options;
    const { log: opening } = options;
    const [{ openUnity }, log] = await Promise.all([import('@worldwire/unity'), opening]);
    const folder = unityFolder(data);
    await makeDataFolder(folder);
    const linked = own.awaitsEngine
      ? (await import('./linked-engine.js')).linkedScene(folder, { ...own, variables, token }, log)
      : undefined;
    const pool = linked?.pool;
    const ids = pool === undefined ? await engineIds(folder) : undefined;
    const engine = pool?.first.engine ?? (await openScene(ids?.next));
    const { openUnityJournal } = await import('./unity-journal.js');
    const journal = await openUnityJournal(options, folder, log);
    const opened = await openUnity({
      engine,
      ...(pool !== undefined && { engines: pool }),
      log,
      now: monotonic,
      date: Date.now,
      folder,
      grants,
      endpoint: { bindAddress: host, port },
      principalPercent,
      ...(journal !== undefined && { journal }),
      confirmAbove,
      temporaryFolder: tmpdir(),
      ffmpeg: { environment: toolEnvironment(variables) },
      pid: process.pid,
    });
    // After all that may refuse to start, which leaves nothing behind, and before a client knows an id.
    ids?.take();
    const close = async () => {
      await opened.world.close?.();
      await (pool ?? engine).close();
    };
    return {
      ...opened,
      world: { ...opened.world, close },
      notReady: () => (linked === undefined ? reasonNotReady(engine) : linked.notReady()),
      ...(linked !== undefined && { engineLink: withLeases(linked, opened.leases) }),
    };
  },
  async diagnose({ data }) {
    const { checkUnity } = await import('./unity-check.js');
    return checkUnity(data);
  },
});

function readEngine(values: Values<typeof FLAGS>, { served }: SettingsContext): UnitySettings {
  const { engine: given = 'embedded', 'engine-command': command, 'engine-env': passed = [] } = values;
  const engine = ENGINES.find(each => each === given);
  if (engine === undefined) {
    throw Problem.usage(`--engine takes ${ENGINES.join(' or ')}, not ${given}.${didYouMean(given, ENGINES)}`);
  }
  if (command !== undefined && engine !== 'link') {
    throw Problem.usage('--engine-command starts an engine that links: add --engine link.');
  }
  if (passed.length > 0 && command === undefined) {
    throw Problem.usage('--engine-env is for an engine that we start: add --engine-command COMMAND.');
  }
  const assignment = passed.find(name => name.includes('='));
  if (assignment !== undefined) {
    const [name] = assignment.split('=', 1);
    throw Problem.usage(`--engine-env takes the name of a variable alone: --engine-env ${name}.`);
  }
  if (engine === 'link' && !served.includes('unity')) {
    throw Problem.usage('--engine link is for the unity world: name it among those to serve.');
  }
  return { engine, command, passed, awaitsEngine: engine === 'link' };
}

function reasonNotReady({ state }: Engine): string | undefined {
  if (state.status === 'ready' || state.status === 'throttled') return undefined;
  const { status, reason = 'without a reason' } = state;
  return `the engine is ${status}: ${reason}`;
}

/** Links with who holds the engine, and the operator's way to end that. */
function withLeases(
  { engines, start }: EngineLink,
  leases: { of(engine: string): object | undefined; end(engine: string): boolean },
): EngineLink {
  const heldIn = ({ name }: LinkInfo) => (name === undefined ? undefined : leases.of(name));
  return {
    engines: {
      join: (hello, channel) => engines.join(hello, channel),
      links: () =>
        engines.links().map(link => {
          const held = heldIn(link as LinkInfo);
          return held === undefined ? link : { ...link, held };
        }),
    },
    start: place => start(place),
    endLease: name => leases.end(name),
  };
}

async function openScene(firstId: number | undefined): Promise<Engine> {
  const { openEmbedded } = await import('@worldwire/engine/embedded');
  return openEmbedded({ firstId });
}

/** The built-in scene gets none of the object ids of an earlier server with the same folder, which clients may still have. */
async function engineIds(folder: string): Promise<EngineIdFile> {
  const { EngineIdFile } = await import('./engine-id-file.js');
  return new EngineIdFile(engineIdsFile(folder));
}
