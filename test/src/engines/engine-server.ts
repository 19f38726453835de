import { randomUUID } from 'node:crypto';
import { EnginePool } from '@worldwire/engine/linked';
import { DEFAULT_LIMITS } from '@worldwire/server/internal';
import { listenFrames } from '@worldwire/transports/frames';
import { startEditor } from '../../../bridges/godot4/testing/start-editor.js';
import { startGodot } from '../../../bridges/godot4/testing/start-godot.js';
import type { Godot, GodotOptions } from '../../../bridges/testing/godot-process.js';
import { EngineClient } from '../unity/several-engines.js';
import { startUnity } from '../unity/unity-server.js';

const START = { game: startGodot, editor: startEditor } as const;

type StartKind = keyof typeof START;

export interface EngineServer {
  readonly url: string;
  readonly pool: EnginePool;
  /** Starts the demo, and resolves when it is linked. An editor has the folder of its project. */
  start(kind: StartKind, options?: Partial<GodotOptions>): Promise<Godot & { readonly project?: string }>;
  /** Kills the process of this kind that was started last. */
  kill(kind: StartKind): Promise<void>;
  /** A client with a session of its own. */
  client(): Promise<EngineClient>;
  close(): Promise<void>;
}

/** A server that real engines dial: HTTP, kernel, link, bridge, engine. */
export async function startEngineServer(): Promise<EngineServer> {
  const pool = new EnginePool({ now: () => new Date(), mint: randomUUID });
  const unity = await startUnity({ engines: pool, grants: { writes: true, eval: true } });
  const frames = await listenFrames({
    host: '127.0.0.1',
    port: 0,
    worlds: new Map([['unity', { kernel: unity.kernel }]]),
    limits: DEFAULT_LIMITS,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    now: Date.now,
    engines: {
      join: (hello, channel) => ({
        result: { sessionId: randomUUID(), ...pool.join(hello.engine, channel) },
      }),
      links: () => pool.links,
    },
  });
  const started: { readonly kind: StartKind; readonly godot: Godot }[] = [];
  return {
    url: unity.url,
    pool,
    async start(kind, options = {}) {
      const godot = await START[kind]({ port: frames.port, ...options });
      started.push({ kind, godot });
      return godot;
    },
    async kill(kind) {
      await started.findLast(each => each.kind === kind)?.godot.kill();
    },
    client: () => EngineClient.withSession(unity.url),
    async close() {
      await unity.close();
      await frames.close();
      await Promise.all(started.map(({ godot }) => godot.kill()));
    },
  };
}
