import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { DEFAULT_LIMITS, Kernel, type Limits, Policy } from '@worldwire/server';
import { type HttpOptions, listenHttp } from '@worldwire/transports/http';
import { openUnity } from '@worldwire/unity';
import { Explorer } from './explorer.js';

export interface Grants {
  readonly writes?: boolean;
  readonly eval?: boolean;
  readonly remoteConfig?: boolean;
  readonly readOnly?: boolean;
}

/** What an operator says who allows everything. */
export const ALL: Grants = { writes: true, eval: true, remoteConfig: true };

export interface UnityServer {
  /** http://127.0.0.1:PORT */
  readonly base: string;
  /** The endpoint of standard clients. */
  readonly url: string;
  /** Speaks the dialect at /message. */
  readonly explorer: Explorer;
  readonly engine: Engine;
  readonly kernel: Kernel;
  /** The data folder, with mcp.config.json and Scripts. */
  readonly folder: string;
  readonly temporary: string;
  readonly listening: (place: { origin: string; port: number }) => Promise<() => Promise<void>>;
  readonly streams: () => number;
  readonly logged: readonly { readonly level: string; readonly fields: object; readonly message: string }[];
  close(): Promise<void>;
}

export interface UnityServerOptions {
  readonly grants?: Grants;
  /** What the operator wrote into mcp.config.json. */
  readonly settings?: object;
  /** Takes the place of an engine of our own, and is closed with the server. */
  readonly engine?: Engine;
  readonly http?: Partial<HttpOptions>;
  readonly limits?: Partial<Limits>;
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
  const logged: { level: string; fields: object; message: string }[] = [];
  const write = (level: string) => (fields: object, message: string) => {
    logged.push({ level, fields, message });
  };
  const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const grants = { writes: false, eval: false, remoteConfig: false, readOnly: false, ...options.grants };
  const engine = options.engine ?? (await openEmbedded());
  const opened = await openUnity({
    engine,
    log,
    now: Date.now,
    folder,
    grants,
    endpoint: { bindAddress: '127.0.0.1', port: 51_477 },
    temporaryFolder: temporary,
    pid: process.pid,
  });
  // Where clients may open gates, the gates decide, under the operator's ceiling.
  const open = grants.remoteConfig && !grants.readOnly;
  const { world, dialect, side, routes } = opened;
  const kernel = new Kernel(world, {
    limits,
    policy: new Policy(world, open ? { writes: true, eval: true } : grants),
    log,
    now: Date.now,
    randomBytes,
    secret: randomBytes(32),
    audit: () => {},
  });
  const listener = await listenHttp({
    host: '127.0.0.1',
    port: 0,
    mounts: [
      { path: '/mcp', kernel, dialect, side, routes },
      { path: '/message', kernel, dialect, side },
    ],
    limits,
    log,
    now: Date.now,
    ...options.http,
  });
  return {
    base: listener.url,
    url: `${listener.url}/mcp`,
    explorer: new Explorer(listener.url),
    engine,
    kernel,
    folder,
    temporary,
    listening: place => opened.listening(place),
    streams: () => listener.streams,
    logged,
    close: async () => {
      const closing = listener.close();
      await kernel.close();
      await closing;
      await engine.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
