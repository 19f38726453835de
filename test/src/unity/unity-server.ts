import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import type { EnginePool } from '@worldwire/engine/linked';
import { openUnity } from '@worldwire/unity';
import { type ServingOptions, serveWorld, type TestServer } from '../harness.js';
import { Explorer } from './explorer.js';

export interface Grants {
  readonly writes?: boolean;
  readonly eval?: boolean;
  readonly remoteConfig?: boolean;
  readonly readOnly?: boolean;
}

/** What an operator says who allows everything. */
export const ALL: Grants = { writes: true, eval: true, remoteConfig: true };

export interface UnityServer extends TestServer {
  /** Speaks the dialect at /message. */
  readonly explorer: Explorer;
  readonly engine: Engine;
  /** The data folder, with mcp.config.json and Scripts. */
  readonly folder: string;
  readonly temporary: string;
  readonly listening: (place: { origin: string; port: number }) => Promise<() => Promise<void>>;
  readonly streams: () => number;
}

export interface UnityServerOptions extends Pick<ServingOptions, 'http' | 'limits' | 'environment'> {
  readonly grants?: Grants;
  /** What the operator wrote into mcp.config.json. */
  readonly settings?: object;
  /** Takes the place of an engine of our own, and is closed with the server. */
  readonly engine?: Engine;
  /** Several engines instead, which are closed with the server. */
  readonly engines?: EnginePool;
  /** The clock of the world, in milliseconds. */
  readonly now?: () => number;
  /** Before the world opens. */
  readonly prepare?: (folder: string) => Promise<void>;
}

/** The Unity world over a live scene, on a free port of this machine: the product's own parts, in this process. */
export async function startUnity(options: UnityServerOptions = {}): Promise<UnityServer> {
  const home = await mkdtemp(join(tmpdir(), 'unity-'));
  try {
    return await startAt(home, options);
  } catch (thrown) {
    await rm(home, { recursive: true });
    throw thrown;
  }
}

async function startAt(home: string, options: UnityServerOptions): Promise<UnityServer> {
  const [folder, temporary] = [join(home, 'data'), join(home, 'tmp')];
  await Promise.all([mkdir(folder), mkdir(temporary)]);
  if (options.settings !== undefined)
    await writeFile(join(folder, 'mcp.config.json'), JSON.stringify(options.settings));
  await options.prepare?.(folder);
  const grants = { writes: false, eval: false, remoteConfig: false, readOnly: false, ...options.grants };
  const { engines } = options;
  const engine = engines?.first.engine ?? options.engine ?? (await openEmbedded());
  // Where clients may open gates, the gates decide, under the operator's ceiling.
  const open = grants.remoteConfig && !grants.readOnly;
  let listening: UnityServer['listening'] = async () => async () => {};
  const server = await serveWorld(
    async log => {
      const opened = await openUnity({
        engine,
        ...(engines !== undefined && { engines }),
        log,
        now: options.now ?? Date.now,
        folder,
        grants,
        endpoint: { bindAddress: '127.0.0.1', port: 51_477 },
        temporaryFolder: temporary,
        pid: process.pid,
      });
      const { world, dialect, hooks, routes } = opened;
      listening = place => opened.listening(place);
      return {
        world,
        mounts: kernel => [
          { path: '/mcp', kernel, dialect, hooks, routes },
          { path: '/message', kernel, dialect, hooks },
        ],
      };
    },
    { ...options, grants: open ? { writes: true, eval: true } : grants },
  );
  return {
    ...server,
    explorer: new Explorer(server.base),
    engine,
    folder,
    temporary,
    listening,
    streams: () => server.listener.streams,
    close: async () => {
      await server.close();
      await engine.close();
      await engines?.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
