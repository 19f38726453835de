import { randomUUID } from 'node:crypto';
import { LinkedEngine } from '@worldwire/engine/linked';
import { LinkHost } from './link-host.js';
import { type Godot, type GodotOptions, startGodot } from './start-godot.js';

export interface OpenGodot {
  readonly engine: LinkedEngine;
  readonly godot: Godot;
}

/** The demo behind a link, which goes with the engine. */
export async function openGodot(options: Omit<GodotOptions, 'port'> = {}): Promise<OpenGodot> {
  const engine = new LinkedEngine({ now: () => new Date(), mint: randomUUID });
  const host = await LinkHost.listen(({ engine: hello }, channel) => engine.join(hello, channel));
  const godot = await startGodot({ ...options, port: host.port });
  const close = engine.close.bind(engine);
  engine.close = async () => {
    await close();
    await godot.kill();
    await host.close();
    const fault = godot.fault();
    if (fault !== undefined) throw new Error(fault);
  };
  return { engine, godot };
}
