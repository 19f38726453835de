import { type FramesListener, type FramesOptions, listenFrames } from '@worldwire/transports/frames';
import { codeOf, Problem, reasonOf } from '../errors/problem.js';
import { ENGINE_HOST, type FramesChoice } from '../settings/frames-settings.js';
import type { Settings } from '../settings/settings.js';
import type { LinkPlace } from '../worlds/linked-engine.js';
import type { LoadedWorld } from '../worlds/world-list.js';
import { callableHost } from './callable-host.js';
import type { Credentials, Endpoint } from './endpoint.js';
import type { Host } from './host.js';

export interface FramesEndpoint {
  readonly url: string;
  /** Where engines dial. */
  readonly engines: LinkPlace;
  /** The same as an address, where it is another one. */
  readonly enginesUrl: string | undefined;
  /** Takes nothing new, and resolves when what has begun to arrive is here. Engines stay linked: what is in flight may need them. */
  stop(): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens the frames wire for all that is served; the first world is the one that clients mean who name none. */
export async function openFrames(
  { port, socket, framing, enginePort }: FramesChoice,
  endpoints: readonly Endpoint[],
  worlds: readonly LoadedWorld[],
  { host }: Settings,
  { tokens, tls }: Credentials,
  shared: Host,
): Promise<FramesEndpoint> {
  const engines = worlds.find(({ linked }) => linked !== undefined)?.linked?.engines;
  const settings = {
    ...shared,
    worlds: new Map(endpoints.map(({ world, served }) => [world, served])),
    ready: async () => shared.audit.refusal ?? reasonNotReady(endpoints, worlds),
    ...(engines !== undefined && { engines }),
    ...(tokens !== undefined && { tokens }),
  };
  const secure = tls === undefined ? {} : { tls };
  const place = socket === undefined ? { host, port } : { path: socket };
  const wire = await listen({ ...place, ...settings, ...secure, framing }, 'frames');
  const listeners = [wire];
  try {
    if (enginePort !== undefined) {
      const door = { host: ENGINE_HOST, port: enginePort, enginesOnly: true };
      listeners.push(await listen({ ...door, ...settings }, 'engine'));
    }
  } catch (thrown) {
    await wire.close();
    throw thrown;
  }
  const [, apart] = listeners;
  return {
    url: wire.url,
    engines:
      apart === undefined
        ? { host: callableHost(host), port: wire.port }
        : { host: ENGINE_HOST, port: apart.port },
    enginesUrl: apart?.url,
    stop: () => Promise.all(listeners.map(listener => listener.stop())),
    async close() {
      await Promise.all(listeners.map(listener => listener.close()));
    },
  };
}

async function reasonNotReady(
  endpoints: readonly Endpoint[],
  worlds: readonly LoadedWorld[],
): Promise<string | undefined> {
  const reasons = await Promise.all(worlds.map(({ notReady }) => notReady?.()));
  const told = reasons.flatMap((reason, index) =>
    reason === undefined ? [] : [`${endpoints[index]?.world}: ${reason}`],
  );
  return told.length === 0 ? undefined : told.join('; ');
}

async function listen(options: FramesOptions, port: 'frames' | 'engine'): Promise<FramesListener> {
  try {
    return await listenFrames(options);
  } catch (thrown) {
    const where = 'path' in options ? options.path : `${options.host}:${options.port}`;
    const taken = codeOf(thrown) === 'EADDRINUSE';
    const other =
      'path' in options
        ? 'Choose another with --frames-socket PATH.'
        : `Choose another with --port ${port}=N, or --port ${port}=0 for a free one.`;
    const what = port === 'frames' ? 'The frames wire' : 'The port for engines';
    throw Problem.refusal(
      port === 'frames' ? 'frames wire' : 'engine port',
      taken
        ? `${what} cannot be opened: ${where} is taken. ${other}`
        : `${what} cannot be opened at ${where}. ${reasonOf(thrown)}`,
    );
  }
}
