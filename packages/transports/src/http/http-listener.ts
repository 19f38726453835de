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
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { requireTokens } from '../auth/loopback.js';
import type { TokenStore } from '../auth/tokens.js';
import { PendingWrites } from '../bounds/pending-writes.js';
import { type Reservation, UNCOUNTED_BYTES } from '../bounds/reservation.js';
import type { PostContext } from './arrival.js';
import { type ArrivedBody, bodyTooLarge, collectBody, holdFor } from './body.js';
import { preflightHeaders } from './cors.js';
import { FastPath } from './fast-path.js';
import { serveDelete, serveGet } from './get.js';
import { Guard, type GuardOptions } from './guard.js';
import { HttpConnections } from './http-connections.js';
import { asHttpResponse, type HttpResponse } from './http-response.js';
import { CONNECTION_PARAMETER, HttpSse } from './http-sse.js';
import type { Mount } from './mount.js';
import { servePost } from './post.js';
import { type QuotaLimits, Quotas } from './quotas.js';
import { refuseMessage } from './refuse-message.js';
import { RequestTracker } from './request-tracker.js';
import { Refusal, sendRefusal, stoppingRefusal } from './respond.js';
import type { WriterRules } from './response-writer.js';
import { SseStreams } from './sse-stream.js';
import { addWebRoute, sendAnswer, webRefusal } from './web-routes.js';

/** How long after the last request a connection that will not close is cut. */
const LINGER_MS = 1_000;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

export interface HttpOptions extends GuardOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly mounts: readonly Mount[];
  readonly limits: Limits;
  readonly log: Log;
  readonly now: () => number;
  /** Without it everybody on this machine may come in, and nobody else can. */
  readonly tokens?: TokenStore;
  /** Further origins whose pages may call, such as "https://console.example". */
  readonly origins?: readonly string[];
  /** Further names this server is reached by, such as a proxy's. */
  readonly hosts?: readonly string[];
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Shared by all listeners and kernels of a process. A listener that gets none has its own. */
  readonly memory?: Memory;
  /** The same for expensive work. */
  readonly turns?: FairTurns;
}

export interface HttpListener {
  readonly url: string;
  readonly port: number;
  /** Open event streams, for those who watch. */
  readonly streams: number;
  /**
   * Takes no more requests: those whose head arrives from now on get 503. Resolves when those before them are answered,
   * or after `drainMs`. A kernel waits for it: `kernel.close(listener.stop())`.
   */
  stop(): Promise<void>;
  /** Stops, lets requests in flight finish, and resolves when every connection is gone. */
  close(): Promise<void>;
}

/** Opens a Streamable HTTP listener for one or more worlds. Every route passes the same guard first. */
export async function listenHttp(options: HttpOptions): Promise<HttpListener> {
  requireTokens(options.host, options.tokens);
  const { limits, log, now, memory = createMemory(limits), turns = new FairTurns(now) } = options;
  const rules = { waiting: PendingWrites.of(memory), limits, now };
  const isWeb = webPaths(options.mounts);
  const refuse = refuser(options.mounts, isWeb);
  const intake = new RequestTracker(response => refuse(response, stoppingRefusal()));
  const streams = new SseStreams(rules, response => intake.release(response));
  const quotas = new Quotas(quotaLimits(options), options.now);
  const contexts = options.mounts.map(mount => ({
    mount,
    limits,
    memory,
    turns,
    streams,
    quotas,
    log,
    mintId: () => mount.kernel.mintId(),
  }));
  const guard = new Guard(options, quotas);
  const connections = new HttpConnections(limits.httpConnections, now);
  const lane = new FastPath(contexts, guard, connections);
  const old = new HttpSse();
  const app = createApp(options, rules, intake, lane, connections, refuse);
  connections.watch(app.server, options.tls !== undefined);
  guardRoutes(app, guard, connections, memory, refuse, isWeb);
  for (const context of contexts) {
    route(app, context, old, refuse);
    routeWeb(app, context, refuse);
  }
  answerTheRest(app, options, refuse);
  await app.listen({ host: options.host, port: options.port });
  const { port } = app.server.address() as AddressInfo;
  const name = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    port,
    url: `${options.tls ? 'https' : 'http'}://${name}:${port}`,
    get streams() {
      return streams.size;
    },
    stop: () => intake.stop(limits.drainMs),
    close: async () => {
      const deadline = setTimeout(() => app.server.closeAllConnections(), limits.drainMs + LINGER_MS);
      await intake.stop(limits.drainMs);
      old.close();
      const stopClosing = connections.closeIdle();
      await app.close();
      stopClosing();
      clearTimeout(deadline);
      streams.close();
    },
  };
}

/** Where nobody has a token, whoever calls is the operator, whose own machine it is. */
function quotaLimits({ limits, tokens }: HttpOptions): QuotaLimits {
  return tokens === undefined ? { ...limits, requestsPerSecond: Number.POSITIVE_INFINITY } : limits;
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: string;
    /** Counts the bytes of a body that is not small. */
    held: Reservation | undefined;
  }
}

function createApp(
  { limits, tls }: HttpOptions,
  rules: WriterRules,
  intake: RequestTracker,
  lane: FastPath,
  connections: HttpConnections,
  refuse: Refuse,
): FastifyInstance {
  // Headers are part of a request: Node takes no longer time for them than for the whole.
  const headersMs = Math.min(limits.headersMs, limits.requestMs);
  const settings = {
    requestTimeout: limits.requestMs,
    headersTimeout: headersMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: 1_000,
    // A second Host, type or credential must not be dropped silently: joined to the first, it is refused.
    joinDuplicateHeaders: true,
    keepAlive: true,
  };
  return fastify({
    bodyLimit: limits.bodyBytes,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    // Whether a name is too long is for the world to say; the length of the whole address is bounded by node:http.
    routerOptions: { maxParamLength: maxHeaderSize },
    // A path that cannot be decoded never reaches a route, nor the guard before it.
    frameworkErrors: (_error, _request, reply) => refuseReply(refuse, reply, errorRefusal(400)),
    serverFactory: handler => {
      const serve = (request: IncomingMessage, raw: ServerResponse) => {
        const response = asHttpResponse(raw, rules);
        connections.spoke(request.socket);
        if (!intake.take(response)) return refuse(response, stoppingRefusal());
        if (!lane.take(request, response)) handler(request, response);
      };
      const server =
        tls === undefined
          ? createServer(settings, serve)
          : createSecureServer({ ...settings, ...tls, handshakeTimeout: headersMs }, serve);
      // Node would drop those past a number without a word, a second Host among them: the guard counts instead.
      server.maxHeadersCount = 0;
      return server as Server;
    },
  });
}

function guardRoutes(
  app: FastifyInstance,
  guard: Guard,
  connections: HttpConnections,
  memory: Memory,
  refuse: Refuse,
  isWeb: PathTest,
): void {
  app.decorateRequest('principal', '');
  app.decorateRequest('held', undefined);
  app.addHook('onRequest', (request, reply, next) => {
    const { raw } = request;
    const refusal = guard.checkSource(raw, reply.raw);
    if (refusal !== undefined) return refuseReply(refuse, reply, refusal);
    if (raw.method === 'OPTIONS') {
      reply.hijack();
      const wanted = raw.headers['access-control-request-headers'];
      reply.raw.writeHead(204, preflightHeaders(wanted, isWeb(request.url))).end();
      return;
    }
    const admitted = guard.identify(raw);
    if (admitted instanceof Refusal) return refuseReply(refuse, reply, admitted);
    request.principal = admitted;
    const response = reply.raw as HttpResponse;
    response.principal = admitted;
    connections.proved(raw.socket, admitted);
    const coding = raw.headers['content-encoding'];
    if (coding !== undefined && coding !== 'identity') {
      return refuseReply(
        refuse,
        reply,
        Refusal.of(415, 'InvalidRequest', 'Send the body as it is, without Content-Encoding.'),
      );
    }
    const { 'content-length': length = 0, 'transfer-encoding': coded } = raw.headers;
    if (coded !== undefined || Number(length) > UNCOUNTED_BYTES) {
      request.held = holdFor(response, memory.arriving);
    }
    next();
  });
}

function route(app: FastifyInstance, context: PostContext, old: HttpSse, refuse: Refuse): void {
  const { path } = context.mount;
  app.post(path, (request, reply) => {
    reply.hijack();
    const { raw, principal } = request;
    const response = reply.raw as HttpResponse;
    const body = (request.body as ArrivedBody | undefined) ?? { bytes: Buffer.alloc(0), held: undefined };
    const connection = (request.query as Record<string, unknown>)[CONNECTION_PARAMETER];
    if (typeof connection === 'string') old.post(connection, context, response, body, principal);
    else servePost(context, raw, response, body, principal);
  });
  app.get(path, (request, reply) => {
    reply.hijack();
    serveGet(context, request.raw, reply.raw as HttpResponse, request.principal, old);
  });
  app.delete(path, (request, reply) => {
    reply.hijack();
    serveDelete(context, request.raw, reply.raw as HttpResponse, request.principal);
  });
  refuseOthers(app, path, ['GET', 'POST', 'DELETE'], refuse);
}

/** The world's own HTTP interface. */
function routeWeb(app: FastifyInstance, context: PostContext, refuse: Refuse): void {
  const { kernel, routes = [] } = context.mount;
  const methods = new Map<string, string[]>();
  for (const web of routes) {
    const taken = addWebRoute(app, web, { ...context, kernel });
    methods.set(web.path, [...(methods.get(web.path) ?? []), ...taken]);
  }
  for (const [path, taken] of methods) refuseOthers(app, path, taken, refuse);
}

function refuseOthers(app: FastifyInstance, url: string, taken: readonly string[], refuse: Refuse): void {
  const allow = [...taken, 'OPTIONS'].join(', ');
  const refusal = Refusal.of(405, 'InvalidRequest', `Use ${taken.join(', ')} here.`, { allow });
  app.route({
    method: METHODS.filter(method => !taken.includes(method)),
    url,
    // Before its body is looked at: that is not what is wrong.
    onRequest: (_request, reply) => refuseReply(refuse, reply, refusal),
    handler: () => {},
  });
}

/** Bodies of any other type, paths nobody lives at, and what fastify itself refuses. */
function answerTheRest(app: FastifyInstance, { limits, mounts, log }: HttpOptions, refuse: Refuse): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (request, _payload, done) =>
    collectBody(request.raw, limits.bodyBytes, request.held, body =>
      body instanceof Refusal ? done(new RefusedBody(body)) : done(null, body),
    ),
  );
  app.setNotFoundHandler((request, reply) => {
    const paths = mounts.map(mount => mount.path).join(', ');
    const described = mounts.some(({ routes }) => routes?.some(({ path }) => path === '/openapi.json'));
    const more = described ? ' /openapi.json describes everything else.' : '';
    const message = `Nothing answers ${request.method} here. Worlds live at ${paths}.${more}`;
    refuseReply(refuse, reply, Refusal.of(404, 'InvalidRequest', message));
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof RefusedBody) return refuseReply(refuse, reply, error.refusal);
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error, path: request.routeOptions.url }, 'http request failed');
    refuseReply(refuse, reply, errorRefusal(status));
  });
}

function errorRefusal(status: number): Refusal {
  if (status >= 500) return Refusal.internal();
  if (status === 413) return bodyTooLarge();
  if (status === 415) {
    return Refusal.of(415, 'InvalidRequest', 'Send the body with Content-Type: application/json.');
  }
  return Refusal.of(status, 'InvalidRequest', 'The HTTP request is malformed.');
}

class RefusedBody extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.error.message);
  }
}

type Refuse = (response: HttpResponse, refusal: Refusal) => void;

function refuseReply(refuse: Refuse, reply: FastifyReply, refusal: Refusal): void {
  reply.hijack();
  refuse(reply.raw as HttpResponse, refusal);
}

/** Speaks JSON-RPC where MCP lives, and plain JSON on a world's own HTTP interface. */
function refuser(mounts: readonly Mount[], isWeb: PathTest): Refuse {
  const byPath = new Map(mounts.map(mount => [mount.path, mount]));
  const families = new Set(mounts.flatMap(({ routes = [] }) => routes.flatMap(({ family }) => family ?? [])));
  return (response, refusal) => {
    const path = pathOf(response.req.url ?? '');
    if (isWeb(response.req.url ?? '')) {
      const family = [...families].find(({ base }) => `${path}/`.startsWith(`${base}/`));
      return sendAnswer(response, webRefusal(refusal), family);
    }
    const mount = byPath.get(path);
    if (mount === undefined) sendRefusal(response, refusal, undefined);
    else refuseMessage(mount, response, refusal, undefined);
  };
}

type PathTest = (url: string) => boolean;

/** Where a world has an HTTP interface of its own, every path but those of MCP is part of it. */
function webPaths(mounts: readonly Mount[]): PathTest {
  if (mounts.every(({ routes }) => routes === undefined)) return () => false;
  const paths = new Set(mounts.map(({ path }) => path));
  return url => !paths.has(pathOf(url));
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
