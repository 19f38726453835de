import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Log } from '@worldwire/server';
import { createMemory, FairTurns, type Limits, type Memory } from '@worldwire/server/internal';
import fastify, { type FastifyInstance } from 'fastify';
import { endCredentials } from '../auth/end-credentials.js';
import { requireTokens } from '../auth/loopback.js';
import type { TokenStore } from '../auth/tokens.js';
import { PendingWrites } from '../bounds/pending-writes.js';
import type { ConsoleOptions } from './console.js';
import { FastPath } from './fast-path.js';
import { Guard, type GuardOptions } from './guard.js';
import { HttpConnections } from './http-connections.js';
import { asHttpResponse } from './http-response.js';
import { addDefaults, addMountRoutes, addWorldRoutes, errorRefusal, guardRoutes } from './http-routes.js';
import { HttpSse } from './http-sse.js';
import type { Mount } from './mount.js';
import { addOperatorRoutes, type OperatorHandler } from './operator-routes.js';
import { Probes } from './probes.js';
import { type QuotaLimits, Quotas } from './quotas.js';
import { createRefuse, type Refuse, refuseReply, webPathTest } from './refuse-request.js';
import { RequestTracker } from './request-tracker.js';
import { stoppingRefusal } from './respond.js';
import type { WriterRules } from './response-writer.js';
import { addSessionRoutes } from './session-routes.js';
import { SseStreams } from './sse-stream.js';

/** How long after the drain time open connections are destroyed. */
const LINGER_MS = 1_000;

export interface HttpOptions extends GuardOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly mounts: readonly Mount[];
  readonly limits: Limits;
  readonly log: Log;
  readonly now: () => number;
  /** Without tokens and OAuth every process on this machine may connect, and only loopback addresses are allowed. */
  readonly tokens?: TokenStore;
  /** Further allowed origins, such as "https://console.example". */
  readonly origins?: readonly string[];
  /** Further names in the Host header, such as that of a proxy. */
  readonly hosts?: readonly string[];
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Shared by all listeners and kernels of a process. The default is its own. */
  readonly memory?: Memory;
  /** Shared like `memory`: turns for expensive work. */
  readonly turns?: FairTurns;
  /** Serves `/operator/`. The handler decides who may use it. */
  readonly operator?: OperatorHandler;
  /** Serves the console at `/` and its sessions at `/session`. */
  readonly console?: ConsoleOptions;
}

export interface HttpListener {
  readonly url: string;
  readonly port: number;
  /** The number of open event streams. */
  readonly streams: number;
  /**
   * Answers further requests with 503. Resolves when all before them are answered, or after `drainMs`. Use it as
   * `kernel.close(listener.stop())`.
   */
  stop(): Promise<void>;
  /** Stops, lets requests in flight finish, and resolves when every connection is closed. */
  close(): Promise<void>;
}

/** Opens a Streamable HTTP listener for one or more worlds. The guard runs before every route. */
export async function listenHttp(options: HttpOptions): Promise<HttpListener> {
  requireTokens(options.host, options.tokens ?? options.oauth);
  const { limits, log, now, memory = createMemory(limits), turns = new FairTurns(now) } = options;
  const rules = { waiting: PendingWrites.of(memory), limits, now };
  // Without a world at its root, the listener serves several: every path but those of MCP is plain HTTP.
  const isMain = options.mounts.every(({ prefix }) => prefix !== undefined);
  const isWeb = webPathTest(options.mounts, isMain);
  for (const { hooks, kernel } of options.mounts) if (hooks?.parallel) kernel.limitRequests(hooks.parallel);
  const refuse = createRefuse(options.mounts, isWeb);
  const tracker = new RequestTracker(response => refuse(response, stoppingRefusal()));
  const streams = new SseStreams(rules, response => tracker.release(response));
  const quotas = new Quotas(quotaLimits(options), options.now);
  const guard = new Guard(options, quotas);
  const contexts = options.mounts.map(mount => ({
    mount,
    limits,
    memory,
    turns,
    streams,
    quotas,
    oauth: guard.oauth,
    log,
    mintId: () => mount.kernel.mintId(),
  }));
  const connections = new HttpConnections(limits.httpConnections, now);
  const fastPath = new FastPath(contexts, guard, connections);
  const legacy = new HttpSse();
  const probes = new Probes(options.mounts, now);
  const app = createApp(options, rules, tracker, fastPath, probes, connections, refuse);
  connections.watch(app.server, options.tls !== undefined);
  guardRoutes(app, guard, probes, connections, memory, refuse, isWeb, options.console);
  for (const context of contexts) {
    addMountRoutes(app, context, legacy, refuse);
    addWorldRoutes(app, context, refuse);
  }
  const endFeeds =
    options.operator === undefined
      ? () => {}
      : addOperatorRoutes(app, options.operator, { limits, memory, turns, streams, log });
  if (options.console !== undefined) {
    const isSecure = options.tls !== undefined;
    addSessionRoutes(app, options.console, guard, { limits, memory, turns, log, date: Date.now, isSecure });
  }
  const unwatch = options.tokens?.onChange(() => endCredentials(options.mounts.map(({ kernel }) => kernel)));
  addDefaults(app, options.mounts, limits.bodyBytes, log, refuse);
  await app.listen({ host: options.host, port: options.port });
  const { port } = app.server.address() as AddressInfo;
  const name = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    port,
    url: `${options.tls ? 'https' : 'http'}://${name}:${port}`,
    get streams() {
      return streams.size;
    },
    stop: () => tracker.stop(limits.drainMs),
    close: async () => {
      const deadline = setTimeout(() => app.server.closeAllConnections(), limits.drainMs + LINGER_MS);
      await tracker.stop(limits.drainMs);
      unwatch?.();
      legacy.close();
      endFeeds();
      const stopClosing = connections.closeIdle();
      await app.close();
      stopClosing();
      clearTimeout(deadline);
      streams.close();
    },
  };
}

/** Without tokens every caller is the operator, whose rate is not limited. */
function quotaLimits({ limits, tokens, oauth }: HttpOptions): QuotaLimits {
  return tokens === undefined && oauth === undefined
    ? { ...limits, requestsPerSecond: Number.POSITIVE_INFINITY }
    : limits;
}

function createApp(
  { limits, tls }: HttpOptions,
  rules: WriterRules,
  tracker: RequestTracker,
  fastPath: FastPath,
  probes: Probes,
  connections: HttpConnections,
  refuse: Refuse,
): FastifyInstance {
  // Node rejects a headers timeout longer than the request timeout.
  const headersMs = Math.min(limits.headersMs, limits.requestMs);
  const settings = {
    requestTimeout: limits.requestMs,
    headersTimeout: headersMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: 1_000,
    // A second Host, Content-Type or Authorization must not be dropped: joined to the first, it is refused.
    joinDuplicateHeaders: true,
    keepAlive: true,
  };
  return fastify({
    bodyLimit: limits.bodyBytes,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    // The world checks the length of names; node:http limits the whole URL.
    routerOptions: { maxParamLength: maxHeaderSize },
    // A path that cannot be decoded reaches neither guard nor route.
    frameworkErrors: (_error, _request, reply) => refuseReply(refuse, reply, errorRefusal(400)),
    serverFactory: handler => {
      const serve = (request: IncomingMessage, raw: ServerResponse) => {
        const response = asHttpResponse(raw, rules);
        connections.requestArrived(request.socket);
        if (probes.take(request, response, tracker.isStopped)) return;
        if (!tracker.take(response)) return refuse(response, stoppingRefusal());
        if (!fastPath.take(request, response)) handler(request, response);
      };
      const server =
        tls === undefined
          ? createServer(settings, serve)
          : createSecureServer({ ...settings, ...tls, handshakeTimeout: headersMs }, serve);
      // Node would silently drop headers over its maximum, such as a second Host: the guard counts them instead.
      server.maxHeadersCount = 0;
      return server as Server;
    },
  });
}
