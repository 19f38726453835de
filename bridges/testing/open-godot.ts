import { randomUUID } from 'node:crypto';
import { LinkedEngine } from '@worldwire/engine/linked';
import type { Godot, GodotOptions, StartGodot } from './godot-process.js';
import { LinkHost } from './link-host.js';

export interface OpenGodot {
  readonly engine: LinkedEngine;
  readonly godot: Godot;
  /** Cuts the connection, and resolves when the bridge is linked again. */
  readonly loseLink: () => Promise<void>;
}

/** The demo behind a link, which goes with the engine. */
export async function openGodot(
  start: StartGodot,
  options: Omit<GodotOptions, 'port'> = {},
): Promise<OpenGodot> {
  const engine = new LinkedEngine({ now: () => new Date(), mint: randomUUID });
  const host = await LinkHost.listen(({ engine: hello }, channel) => engine.join(hello, channel));
  const godot = await start({ ...options, port: host.port });
  const close = engine.close.bind(engine);
  engine.close = async () => {
    await close();
    await godot.kill();
    await host.close();
    const fault = godot.fault();
    if (fault !== undefined) throw new Error(fault);
  };
  const loseLink = async () => {
    const linked = godot.prints('worldwire: linked to');
    host.drop();
    await linked;
  };
  return { engine, godot, loseLink };
}
