import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import type { JsonObject } from '@worldwire/protocol';
import { connectFramesUrl } from '@worldwire/transports/frames';
import { onTestFinished } from 'vitest';
import { type ConsoleServer, tokenOf } from './console-server.js';

/** A scene of this process that is linked to the program as an engine of its own. */
export interface LinkedScene {
  readonly engine: Engine;
  /** The operations that the server has asked for. */
  readonly asked: ReadonlySet<string>;
  /** Ends the link, as a game that exits does. */
  close(): void;
}

/** Links a scene under the name of a project, after `prepare` has changed it. */
export async function linkScene(
  server: ConsoleServer,
  project: string,
  prepare: (engine: Engine) => Promise<unknown> = async () => {},
): Promise<LinkedScene> {
  const { url } = JSON.parse(await server.program.line('stdout', /"wire":"frames"/)) as { url: string };
  const engine = await openEmbedded();
  onTestFinished(() => engine.close());
  await prepare(engine);
  const { operations, features = [] } = await engine.call('engine.describe', {});
  const client = await connectFramesUrl(url);
  onTestFinished(() => client.close());
  let hasJoined: (shift: number) => void = () => {};
  const joined = new Promise<number>(resolve => {
    hasJoined = resolve;
  });
  const asked = new Set<string>();
  client.onRequest(async (method, { _meta: _, ...params }) => {
    asked.add(method);
    if (method === 'engine.ping') return {};
    const shift = await joined;
    const result = await engine.call(method as 'scene.list', withIds(params, -shift));
    return withIds(result, shift) as unknown as JsonObject;
  });
  const about = { name: 'Stand-in', version: '4.3', project, instance: project };
  const answer = await client.request('session.authenticate', {
    token: tokenOf('coder'),
    role: 'engine',
    engine: { ...about, capabilities: [...operations, ...features] },
  });
  const shift = (answer as { firstId: number }).firstId - 1;
  hasJoined(shift);
  engine.listen(event => {
    if (event.kind !== 'state' && !client.closed)
      client.notify('engine.event', withIds(event, shift) as unknown as JsonObject);
  });
  return { engine, asked, close: () => client.close() };
}

/** The ids of a linked scene begin with the number that the server gives. */
function withIds<Value>(value: Value, shift: number): Value {
  const json = JSON.stringify(value).replace(/"obj:(\d+)"/g, (_, id) => `"obj:${Number(id) + shift}"`);
  return JSON.parse(json) as Value;
}
