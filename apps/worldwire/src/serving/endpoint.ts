import type { Dialect } from '@worldwire/protocol';
import type { Access, ServedWorld } from '@worldwire/server';
import type { Kernel } from '@worldwire/server/internal';
import { type HttpOptions, listenHttp, type Mount } from '@worldwire/transports/http';
import { codeOf, Problem, reasonOf } from '../errors/problem.js';
import type { Settings } from '../settings/settings.js';
import { compose } from './compose.js';
import { withServerHealth } from './health.js';
import type { Host } from './host.js';
import type { OAuth } from './oauth.js';
import { SSE_PATH } from './sse-path.js';

const PATH = '/mcp';

export interface Endpoint {
  readonly world: string;
  readonly url: string;
  readonly ceiling: Access;
  /** What the frames wire serves, too. */
  readonly served: { readonly kernel: Kernel; readonly dialect?: Dialect };
  /** Open event streams. */
  readonly streams: number;
  /** Accepts no more requests. */
  stop(): void;
  /** Stops, waits for requests in flight and ends streams. `arriving` resolves when other wires have stopped. */
  close(arriving?: Promise<unknown>): Promise<void>;
}

export interface Credentials extends Pick<HttpOptions, 'tokens' | 'tls' | 'operator' | 'localOperator'> {
  readonly oauth?: OAuth;
}

/** Serves one world at its own port. */
export async function openEndpoint(
  { name, port, opened }: { readonly name: string; readonly port: number; readonly opened: ServedWorld },
  settings: Settings,
  { oauth, ...credentials }: Credentials,
  shared: Host,
): Promise<Endpoint> {
  const { host, origins, publicHosts: hosts } = settings;
  const meter = shared.meterOf?.(name);
  const { kernel, ceiling } = compose(name, opened, settings, {
    ...shared,
    ...(meter !== undefined && { meter }),
  });
  const dialect = settings.features.dialect === false ? undefined : opened.dialect;
  const served = { kernel, ...(dialect !== undefined && { dialect }) };
  const mounts = mountsOf(opened, served, shared, oauth);
  try {
    const listener = await listenHttp({
      ...shared,
      host,
      port,
      mounts,
      origins,
      hosts,
      ...credentials,
      ...(oauth !== undefined && {
        oauth: (bound: number) => oauth.resource(name, mounts, settings, bound),
      }),
    });
    // Clients cannot call the unspecified address.
    const origin = listener.url.replace('0.0.0.0', '127.0.0.1').replace('[::]', '[::1]');
    const leave = await opened.listening?.({ origin, port: listener.port });
    return {
      world: name,
      url: origin + PATH,
      ceiling,
      served,
      get streams() {
        return listener.streams;
      },
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

/** The world at its path, its aliases and the path for HTTP with SSE; its own routes once. */
function mountsOf(
  { routes, hooks, aliases = [] }: ServedWorld,
  served: Endpoint['served'],
  { audit }: Host,
  oauth: OAuth | undefined,
): readonly Mount[] {
  const mount = { ...served, ...(hooks !== undefined && { hooks }) };
  const web = routes && {
    routes: withServerHealth(
      routes,
      () => audit.refusal,
      () => oauth?.issuers.status,
    ),
  };
  const first = { path: PATH, ...mount, ...web };
  // A GET there opens HTTP with SSE, not the stream of the world.
  const { stream: _, ...others } = hooks ?? {};
  const sse = { ...mount, path: SSE_PATH, ...(hooks !== undefined && { hooks: others }) };
  return [first, ...aliases.map(path => ({ path, ...mount })), sse];
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
      return Problem.refusal(
        'forbidden port',
        `Port ${port} on ${host} may not be opened by this user. ${other}`,
      );
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
