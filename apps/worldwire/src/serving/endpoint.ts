import type { Dialect } from '@worldwire/protocol';
import type { Access } from '@worldwire/server';
import type { Kernel } from '@worldwire/server/internal';
import { type ConsoleOptions, type HttpOptions, listenHttp, type Mount } from '@worldwire/transports/http';
import { codeOf, Problem, reasonOf } from '../errors/problem.js';
import type { Settings } from '../settings/settings.js';
import type { OpenedWorld } from '../worlds/world-entry.js';
import { below } from './below.js';
import { callableUrl } from './callable-host.js';
import { compose } from './compose.js';
import { withServerHealth } from './health.js';
import type { Host } from './host.js';
import type { OAuth } from './oauth.js';
import { SSE_PATH } from './sse-path.js';

const PATH = '/mcp';

export interface Endpoint {
  readonly world: string;
  /** What the main port serves below the name of the world. */
  readonly mounts: readonly Mount[];
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

/** A world with its kernel, before a port is opened for it. */
export interface PreparedWorld extends Pick<Endpoint, 'world' | 'mounts' | 'ceiling' | 'served'> {
  readonly port: number;
  readonly opened: OpenedWorld;
}

/** Creates the kernel of a world, which all listeners share. */
export function prepareWorld(
  { name, port, opened }: { readonly name: string; readonly port: number; readonly opened: OpenedWorld },
  settings: Settings,
  shared: Host,
  oauth: OAuth | undefined,
): PreparedWorld {
  const meter = shared.meterOf?.(name);
  const { kernel, ceiling } = compose(name, opened, settings, {
    ...shared,
    ...(meter !== undefined && { meter }),
  });
  const dialect = settings.features.dialect === false ? undefined : opened.dialect;
  const served = { kernel, ...(dialect !== undefined && { dialect }) };
  return { world: name, port, opened, ceiling, served, mounts: mountsOf(opened, served, shared, oauth) };
}

/** What the main port serves: the console, and all worlds below their names. */
export interface MainContent {
  readonly worlds: readonly Pick<PreparedWorld, 'world' | 'mounts'>[];
  readonly console: ConsoleOptions | undefined;
}

/** Serves one world at its own port. If that is the main port too, `main` is its content. */
export async function openEndpoint(
  { world, port, opened, ceiling, served, mounts }: PreparedWorld,
  settings: Settings,
  { oauth, ...credentials }: Credentials,
  shared: Host,
  main?: MainContent,
): Promise<Endpoint> {
  const { host, origins, publicHosts: hosts } = settings;
  const { kernel } = served;
  try {
    const listener = await listenHttp({
      ...shared,
      host,
      port,
      mounts: [...mounts, ...(main?.worlds.flatMap(each => below(each.world, each.mounts)) ?? [])],
      origins,
      hosts,
      ...credentials,
      ...(main?.console !== undefined && { console: main.console }),
      ...(oauth !== undefined && {
        oauth: (bound: number) => oauth.resources({ world, mounts }, main?.worlds ?? [], settings, bound),
      }),
    });
    if (main !== undefined) oauth?.openOperator(settings, listener.port, world);
    const origin = callableUrl(listener.url);
    const leave = await opened.listening?.({ origin, port: listener.port });
    return {
      world,
      mounts,
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
    throw portProblem(thrown, world, host, port);
  }
}

/** The world at its path, its aliases and the path for HTTP with SSE; its own routes once. */
function mountsOf(
  { routes, hooks, aliases = [], engineLink, notReady }: OpenedWorld,
  served: Endpoint['served'],
  { audit }: Host,
  oauth: OAuth | undefined,
): readonly Mount[] {
  const isReady = async () => {
    if (audit.refusal !== undefined) return false;
    // An engine links through a port of the server: it could not, if a server that waits for it were not ready.
    return engineLink !== undefined || (await notReady?.()) === undefined;
  };
  const mount = { ...served, isReady, ...(hooks !== undefined && { hooks }) };
  const web = routes && {
    routes: withServerHealth(
      routes,
      () => audit.refusal,
      () => oauth?.issuers.status,
    ),
  };
  const first = { path: PATH, ...mount, ...web };
  const sse = { ...mount, path: SSE_PATH, opensHttpSse: true } as const;
  return [first, ...aliases.map(path => ({ path, ...mount })), sse];
}

/** Why a port cannot be opened, and which one can. */
export function portProblem(thrown: unknown, world: string, host: string, port: number): unknown {
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
