import { randomUUID } from 'node:crypto';
import { LinkedEngine } from '@worldwire/engine/linked';
import { until } from '@worldwire/engine/testing';
import type { Godot, GodotOptions, StartGodot } from '../../testing/godot-process.js';
import { LinkHost, type SocketChannel } from '../../testing/link-host.js';
import { startUnity } from './start-unity.js';

export interface OpenUnity {
  readonly engine: LinkedEngine;
  readonly demo: Godot;
  /** Cuts the connection, and resolves when the bridge has linked again. */
  loseLink(): Promise<void>;
}

/** The demo behind a link, which goes with the engine. */
export async function openUnity(
  options: Omit<GodotOptions, 'port'> = {},
  start: StartGodot = startUnity,
): Promise<OpenUnity> {
  const engine = new LinkedEngine({ now: () => new Date(), mint: randomUUID });
  let channel: SocketChannel | undefined;
  let links = 0;
  const host = await LinkHost.listen(({ engine: hello }, joined) => {
    channel = joined;
    links++;
    return engine.join(hello, joined);
  });
  const demo = await start({ ...options, port: host.port });
  const close = engine.close.bind(engine);
  engine.close = async () => {
    await close();
    await demo.kill();
    await host.close();
    const fault = demo.fault();
    if (fault !== undefined) throw new Error(fault);
  };
  const loseLink = async () => {
    const before = links;
    channel?.close();
    await until(async () => links > before && engine.state.status === 'ready');
  };
  return { engine, demo, loseLink };
}
