import { randomUUID } from 'node:crypto';
import { LinkedEngine } from '@worldwire/engine/linked';
import { DEFAULT_LIMITS } from '@worldwire/server/internal';
import { type EngineChannel, listenFrames } from '@worldwire/transports/frames';
import { type Godot, type GodotOptions, startGodot } from '../../../bridges/godot4/testing/start-godot.js';
import type { Explorer } from '../unity/explorer.js';
import { startUnity } from '../unity/unity-server.js';

/** Everything the tests of the demo set, call and hook. */
const SETTINGS = {
  componentAllowlist: ['Spinner'],
  reflectionAllowlistMembers: [
    ...[
      'current',
      'most',
      'armor',
      'last_hit',
      'dead',
      'notes',
      'damage',
      'damage_at',
      'heal',
      'describe',
      'stumble',
    ].map(name => `Health.${name}`),
    ...['position', 'rotation_degrees', 'name', 'visible', 'get_child'].map(name => `StaticBody3D.${name}`),
    'Camera3D.fov',
  ],
  hookAllowlistSignatures: ['Health', 'Timer', 'Button'],
};

export interface GodotServer {
  readonly explorer: Explorer;
  readonly url: string;
  readonly engine: LinkedEngine;
  readonly frames: { readonly url: string; readonly port: number };
  /** The engine that was started last. */
  readonly godot: Godot;
  /** Cuts the connection of the bridge. */
  cut(): void;
  /** Starts another process of the demo. */
  start(options?: Partial<GodotOptions>): Promise<Godot>;
  close(): Promise<void>;
}

/** The explorer interface over a real engine: HTTP, kernel, link, bridge, Godot. */
export async function startGodotServer(options: Partial<GodotOptions> = {}): Promise<GodotServer> {
  const engine = new LinkedEngine({ now: () => new Date(), mint: randomUUID });
  const unity = await startUnity({
    engine,
    grants: { writes: true, eval: true },
    settings: SETTINGS,
  });
  let link: EngineChannel | undefined;
  const frames = await listenFrames({
    host: '127.0.0.1',
    port: 0,
    worlds: new Map([['unity', { kernel: unity.kernel }]]),
    limits: DEFAULT_LIMITS,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    now: Date.now,
    engines: {
      join: (hello, channel) => {
        link = channel;
        return { result: { sessionId: randomUUID(), ...engine.join(hello.engine, channel) } };
      },
      links: () => [engine.link],
    },
  });
  const started: Godot[] = [];
  const server = {
    explorer: unity.explorer,
    url: unity.url,
    engine,
    frames,
    get godot() {
      return started.at(-1) as Godot;
    },
    cut: () => link?.close('a test cut the link'),
    async start(more: Partial<GodotOptions> = options) {
      const godot = await startGodot({ port: frames.port, ...more });
      started.push(godot);
      return godot;
    },
    async close() {
      await unity.close();
      await frames.close();
      await Promise.all(started.map(godot => godot.kill()));
    },
  };
  try {
    await server.start();
  } catch (thrown) {
    await server.close();
    throw thrown;
  }
  return server;
}
