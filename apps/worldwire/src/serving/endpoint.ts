import type { Dialect } from '@worldwire/protocol';
import type { Access } from '@worldwire/server';
import type { Kernel } from '@worldwire/server/internal';
import { type HttpOptions, listenHttp, type Mount } from '@worldwire/transports/http';
import { codeOf, Problem, reasonOf } from '../errors/problem.js';
import type { Settings } from '../settings/settings.js';
import type { LoadedWorld } from '../worlds/world-list.js';
import { compose } from './compose.js';
import { withServerHealth } from './health.js';
import type { Host } from './host.js';
import { SSE_PATH } from './sse-path.js';

const PATH = '/mcp';

export interface Endpoint {
  readonly world: string;
  readonly url: string;
  readonly ceiling: Access;
  /** What a further wire serves, too. */
  readonly served: { readonly kernel: Kernel; readonly dialect?: Dialect };
  /** Takes no more requests. */
  stop(): void;
  /** Stops, lets what is in flight finish, and ends streams. `arriving` is of other wires that serve the same world. */
  close(arriving?: Promise<unknown>): Promise<void>;
}

export type Credentials = Pick<HttpOptions, 'tokens' | 'tls'>;

/** Serves one world at its own port. */
export async function openEndpoint(
  name: string,
  loaded: LoadedWorld,
  settings: Settings,
  credentials: Credentials,
  shared: Host,
): Promise<Endpoint> {
  const { host, origins, publicHosts: hosts } = settings;
  const port = settings.ports.get(name) as number;
  const { kernel, ceiling } = compose(loaded, settings, shared);
  const dialect = settings.features.dialect === false ? undefined : loaded.dialect;
  const served = { kernel, ...(dialect !== undefined && { dialect }) };
  try {
    const listener = await listenHttp({
      ...shared,
      host,
      port,
      mounts: mountsOf(loaded, served, shared),
      origins,
      hosts,
      ...credentials,
    });
    const origin = reachable(listener.url, host);
    const leave = await loaded.listening?.({ origin, port: listener.port });
    return {
      world: name,
      url: origin + PATH,
      ceiling,
      served,
      stop: () => void listener.stop(),
      async close(arriving) {
        const arrived = Promise.all([listener.stop(), arriving]);
        const closing = listener.close();
        await leave?.();
        await kernel.close(arrived);
        await closing;
      },
    };
  } catch (thrown) {
    await kernel.close();
    throw explained(thrown, name, host, port);
  }
}

/** The world at its path and its aliases; its own HTTP interface comes once. */
function mountsOf(
  { routes, side, aliases = [] }: LoadedWorld,
  served: Endpoint['served'],
  { audit }: Host,
): readonly Mount[] {
  const spoken = { ...served, ...(side !== undefined && { side }) };
  const web = routes && { routes: withServerHealth(routes, () => audit.refusal) };
  const first = { path: PATH, ...spoken, ...web };
  const { stream: _, ...quiet } = side ?? {};
  const old = { ...spoken, path: SSE_PATH, ...(side !== undefined && { side: quiet }) };
  return [first, ...aliases.map(path => ({ path, ...spoken })), old];
}

/** Nobody can call "every address": the line we print names one that works. */
function reachable(url: string, host: string): string {
  if (host === '0.0.0.0') return url.replace(host, '127.0.0.1');
  return host === '::' ? url.replace('[::]', '[::1]') : url;
}

function explained(thrown: unknown, world: string, host: string, port: number): unknown {
  const other = `Choose another with --port ${world}=N, or --port ${world}=0 for a free one.`;
  switch (codeOf(thrown)) {
    case 'EADDRINUSE':
      return Problem.refusal(
        'taken port',
        `Port ${port} on ${host} is taken, so ${world} cannot be served there. ${other}`,
      );
    case 'EACCES':
      return Problem.refusal('forbidden port', `Port ${port} on ${host} is not ours to open. ${other}`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return Problem.refusal(
        'unknown host',
        `${host} is not an address of this machine. Choose one with --host, such as 127.0.0.1.`,
      );
    default:
      return Problem.refusal('port', `${world} cannot be served on ${host}:${port}. ${reasonOf(thrown)}`);
  }
}
