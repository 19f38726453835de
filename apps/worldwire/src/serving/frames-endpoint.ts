import { type FramesListener, type FramesOptions, listenFrames } from '@worldwire/transports/frames';
import { codeOf, Problem, reasonOf } from '../errors/problem.js';
import { ENGINE_HOST, type FramesSettings } from '../settings/frames-settings.js';
import type { Settings } from '../settings/settings.js';
import type { OpenedWorld } from '../worlds/world-entry.js';
import { callableHost } from './callable-host.js';
import type { Credentials, Endpoint } from './endpoint.js';
import type { Host } from './host.js';

export interface FramesEndpoint {
  readonly url: string;
  /** Where engines connect. */
  readonly engines: { readonly host: string; readonly port: number };
  /** The URL of that port, when it is not the frames port. */
  readonly enginesUrl: string | undefined;
  /** Open connections of clients and engines. */
  readonly connections: number;
  /** Accepts nothing new, and resolves when partly received messages are complete. Engines stay linked, because calls in flight may need them. */
  stop(): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens the frames wire for all worlds. A client that names no world gets the first. */
export async function openFrames(
  { port, socket, framing, enginePort }: FramesSettings,
  endpoints: readonly Endpoint[],
  worlds: readonly OpenedWorld[],
  { host }: Settings,
  { tokens, tls, oauth }: Credentials,
  shared: Host,
): Promise<FramesEndpoint> {
  const linked = worlds.findIndex(({ engineLink }) => engineLink !== undefined);
  const engines = worlds[linked]?.engineLink?.engines;
  const engineWorld = endpoints[linked]?.world;
  const settings = {
    ...shared,
    worlds: new Map(endpoints.map(({ world, served }) => [world, served])),
    ready: async () => shared.audit.refusal ?? reasonNotReady(endpoints, worlds),
    ...(engines !== undefined && { engines }),
    ...(engineWorld !== undefined && { engineWorld }),
    ...(tokens !== undefined && { tokens }),
  };
  const secure = tls === undefined ? {} : { tls };
  const place = socket === undefined ? { host, port } : { path: socket };
  // Access tokens of OAuth are for HTTP. Without a token file, clients could connect here without any credential.
  const enginesOnly = oauth !== undefined && tokens === undefined;
  const wire = await listen({ ...place, ...settings, ...secure, framing, enginesOnly }, 'frames');
  const listeners = [wire];
  try {
    if (enginePort !== undefined) {
      const apart = { host: ENGINE_HOST, port: enginePort, enginesOnly: true };
      listeners.push(await listen({ ...apart, ...settings }, 'engine'));
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
    get connections() {
      return listeners.reduce((sum, { connections }) => sum + connections, 0);
    },
    stop: () => Promise.all(listeners.map(listener => listener.stop())),
    async close() {
      await Promise.all(listeners.map(listener => listener.close()));
    },
  };
}

async function reasonNotReady(
  endpoints: readonly Endpoint[],
  worlds: readonly OpenedWorld[],
): Promise<string | undefined> {
  const reasons = await Promise.all(worlds.map(({ notReady }) => notReady?.()));
  const found = reasons.flatMap((reason, index) =>
    reason === undefined ? [] : [`${endpoints[index]?.world}: ${reason}`],
  );
  return found.length === 0 ? undefined : found.join('; ');
}

async function listen(options: FramesOptions, port: 'frames' | 'engine'): Promise<FramesListener> {
  try {
    return await listenFrames(options);
  } catch (thrown) {
    throw framesProblem(thrown, options, port);
  }
}

/** Why the frames wire, or the port for engines, cannot be opened. */
export function framesProblem(
  thrown: unknown,
  at: { readonly host: string; readonly port: number } | { readonly path: string },
  port: 'frames' | 'engine',
): Problem {
  const where = 'path' in at ? at.path : `${at.host}:${at.port}`;
  const taken = codeOf(thrown) === 'EADDRINUSE';
  const other =
    'path' in at
      ? 'Choose another with --frames-socket PATH.'
      : `Choose another with --port ${port}=N, or --port ${port}=0 for a free one.`;
  const what = port === 'frames' ? 'The frames wire' : 'The port for engines';
  return Problem.refusal(
    port === 'frames' ? 'frames wire' : 'engine port',
    taken
      ? `${what} cannot be opened: ${where} is taken. ${other}`
      : `${what} cannot be opened at ${where}. ${reasonOf(thrown)}`,
  );
}
