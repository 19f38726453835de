import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Limits, Log } from '@worldwire/server';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { AuthThrottle } from './auth-throttle.js';
import { preflightHeaders, responseHeaders } from './cors.js';
import { allowedOrigins, hostCheck, isLoopback } from './edge-checks.js';
import { serveDelete, serveGet } from './get.js';
import { CONNECTION_PARAMETER, HttpSse } from './http-sse.js';
import type { Mount } from './mount.js';
import { type PostContext, servePost } from './post.js';
import { Refusal, sendRefusal } from './respond.js';
import { SseStreams } from './sse-stream.js';
import type { TokenBook } from './tokens.js';

const LOCAL = 'local';
const CLOSING_TICK_MS = 50;

export interface HttpOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly mounts: readonly Mount[];
  readonly limits: Limits;
  readonly log: Log;
  readonly now: () => number;
  /** Without it everybody on this machine may come in, and nobody else can. */
  readonly tokens?: TokenBook;
  /** Further origins whose pages may call, such as "https://console.example". */
  readonly origins?: readonly string[];
  /** Further names this server is reached by, such as a proxy's. */
  readonly hosts?: readonly string[];
  readonly tls?: { readonly cert: string; readonly key: string };
}

export interface HttpListener {
  readonly url: string;
  readonly port: number;
  /** Open event streams, for those who watch. */
  readonly streams: number;
  /** Takes no new requests, lets those in flight finish, and resolves when every connection is gone. */
  close(): Promise<void>;
}

/** Opens a Streamable HTTP listener for one or more worlds. Every route passes the same guard first. */
export async function listenHttp(options: HttpOptions): Promise<HttpListener> {
  if (!isLoopback(options.host) && options.tokens === undefined) {
    throw new Error(`Binding ${options.host} lets others in: give a token file, or bind 127.0.0.1.`);
  }
  const { limits, now } = options;
  const streams = new SseStreams(limits, now);
  const app = createApp(options);
  const old = new HttpSse();
  app.decorateRequest('principal', LOCAL);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: limits.bodyBytes },
    (_request, body, done) => done(null, body),
  );
  guard(app, options);
  for (const mount of options.mounts) route(app, { mount, limits, streams }, old);
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(error, request, reply, options.log),
  );
  app.setNotFoundHandler((request, reply) => {
    const paths = options.mounts.map(mount => mount.path).join(', ');
    refuse(
      reply,
      Refusal.of(404, 'InvalidRequest', `Nothing answers ${request.method} here. Worlds live at ${paths}.`),
    );
  });
  await app.listen({ host: options.host, port: options.port });
  const { port } = app.server.address() as AddressInfo;
  const name = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    port,
    url: `${options.tls ? 'https' : 'http'}://${name}:${port}`,
    get streams() {
      return streams.size;
    },
    close: () => {
      old.close();
      return close(app, streams, limits);
    },
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: string;
  }
}

function createApp({ limits, tls }: HttpOptions): FastifyInstance {
  const settings = {
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 256 },
  } as const;
  const server = { headersTimeout: limits.headersMs, connectionsCheckingInterval: 1_000, keepAlive: true };
  const app =
    tls === undefined
      ? fastify({ ...settings, http: server })
      : fastify({ ...settings, https: { ...server, ...tls } });
  return app as unknown as FastifyInstance;
}

/** Host, Origin, preflight and credential, in this order, before a body is read. */
function guard(app: FastifyInstance, options: HttpOptions): void {
  const hostAllowed = hostCheck(options.host, options.hosts ?? []);
  const throttle = new AuthThrottle(options.limits.authFailures, options.now);
  let origins: ReadonlySet<string> | undefined;
  app.addHook('onRequest', (request, reply, next) => {
    const { headers } = request.raw;
    if (!hostAllowed(headers.host)) {
      return refuse(reply, Refusal.of(403, 'InvalidRequest', 'This server is not known by that Host name.'));
    }
    const { origin } = headers;
    if (origin !== undefined) {
      origins ??= allowedOrigins(
        options.tls ? 'https' : 'http',
        (app.server.address() as AddressInfo).port,
        options.origins ?? [],
      );
      if (!origins.has(origin)) {
        return refuse(
          reply,
          Refusal.of(403, 'InvalidRequest', 'Pages of that Origin may not call this server.'),
        );
      }
      for (const [name, value] of responseHeaders(origin)) reply.raw.setHeader(name, value);
    }
    if (request.raw.method === 'OPTIONS') {
      reply.hijack();
      reply.raw.writeHead(204, preflightHeaders(headers['access-control-request-headers'])).end();
      return;
    }
    const coding = headers['content-encoding'];
    if (coding !== undefined && coding !== 'identity') {
      return refuse(
        reply,
        Refusal.of(415, 'InvalidRequest', 'Send the body as it is, without Content-Encoding.'),
      );
    }
    if (options.tokens !== undefined) {
      const admitted = authenticate(request.raw, options.tokens, throttle);
      if (admitted instanceof Refusal) return refuse(reply, admitted);
      request.principal = admitted;
    }
    next();
  });
}

function authenticate(request: IncomingMessage, tokens: TokenBook, throttle: AuthThrottle): string | Refusal {
  const address = request.socket.remoteAddress ?? '';
  const wait = throttle.wait(address);
  if (wait > 0) {
    return Refusal.of(429, 'InvalidRequest', 'Too many failed credentials from this address.', {
      'retry-after': String(wait),
    });
  }
  const principal = tokens.principal(request.headers.authorization);
  if (principal !== undefined) return principal;
  throttle.failed(address);
  return Refusal.of(
    401,
    'InvalidRequest',
    'Send "Authorization: Bearer <token>" with a token this server knows.',
    {
      'www-authenticate': 'Bearer',
    },
  );
}

function route(app: FastifyInstance, context: PostContext, old: HttpSse): void {
  const { path } = context.mount;
  app.post(path, (request, reply) => {
    reply.hijack();
    const { raw, principal } = request;
    const body = request.body as Buffer;
    const connection = raw.url?.includes('?')
      ? (request.query as Record<string, unknown>)[CONNECTION_PARAMETER]
      : undefined;
    if (typeof connection === 'string')
      old.post(connection, context.mount, reply.raw, body, principal, context.limits);
    else servePost(context, raw, reply.raw, body, principal);
  });
  app.get(path, (request, reply) => {
    reply.hijack();
    serveGet(context, request.raw, reply.raw, request.principal, old);
  });
  app.delete(path, (request, reply) => {
    reply.hijack();
    serveDelete(context, request.raw, reply.raw, request.principal);
  });
  app.route({
    method: ['PUT', 'PATCH', 'HEAD'],
    url: path,
    handler: (_request, reply) =>
      refuse(
        reply,
        Refusal.of(405, 'InvalidRequest', 'Use POST, GET or DELETE.', {
          allow: 'GET, POST, DELETE, OPTIONS',
        }),
      ),
  });
}

/** What fastify itself refuses: bodies too large, of the wrong type, or cut short. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, log: Log): void {
  const status = error.statusCode ?? 500;
  if (status === 413)
    return refuse(
      reply,
      Refusal.of(413, 'InvalidRequest', 'The body is larger than this server takes.', {
        connection: 'close',
      }),
    );
  if (status === 415) {
    return refuse(
      reply,
      Refusal.of(415, 'InvalidRequest', 'Send the body with Content-Type: application/json.'),
    );
  }
  if (status < 500)
    return refuse(reply, Refusal.of(status, 'InvalidRequest', 'The HTTP request is malformed.'));
  log.error({ err: error, path: request.routeOptions.url }, 'http request failed');
  refuse(
    reply,
    Refusal.of(500, 'InternalError', 'The server failed to serve this request. Its log has the details.'),
  );
}

function refuse(reply: FastifyReply, refusal: Refusal): void {
  reply.hijack();
  sendRefusal(reply.raw, refusal, undefined);
}

async function close(app: FastifyInstance, streams: SseStreams, limits: Limits): Promise<void> {
  // Connections that fall idle while others finish would otherwise stay open for a keep-alive's length.
  const idle = setInterval(() => app.server.closeIdleConnections(), CLOSING_TICK_MS);
  const deadline = setTimeout(() => {
    streams.close();
    app.server.closeAllConnections();
  }, limits.drainMs + 1_000);
  await app.close();
  clearInterval(idle);
  clearTimeout(deadline);
  streams.close();
}
