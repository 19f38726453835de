import type { Log } from '@worldwire/server';
import type { Memory, Principal } from '@worldwire/server/internal';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Reservation, UNCOUNTED_BYTES } from '../bounds/reservation.js';
import type { PostContext } from './arrival.js';
import { type ArrivedBody, bodyTooLarge, collectBody, reserveFor } from './body.js';
import { type ConsoleOptions, servePage } from './console.js';
import { preflightHeaders } from './cors.js';
import { serveDelete, serveGet } from './get.js';
import type { Admission, Guard } from './guard.js';
import type { HttpConnections } from './http-connections.js';
import type { HttpResponse } from './http-response.js';
import { CONNECTION_PARAMETER, type HttpSse } from './http-sse.js';
import type { Mount } from './mount.js';
import { isOperatorPath, protect } from './operator-routes.js';
import { servePost } from './post.js';
import type { Probes } from './probes.js';
import { type PathTest, type Refuse, refuseReply } from './refuse-request.js';
import { Refusal } from './respond.js';
import { isClosed } from './response-close.js';
import { loginTooLarge } from './session-routes.js';
import { addWebRoute } from './web-routes.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard before every handler. */
    who: Principal;
    /** Counts the bytes of a body that is not small. */
    held: Reservation | undefined;
  }
  interface FastifyContextConfig {
    /** The handler asks for the credential itself, so that the guard does not. */
    asksForCredential?: true;
    /** The route is of the operator's interface. */
    operates?: true;
  }
}

/** Runs the guard before every route. */
export function guardRoutes(
  app: FastifyInstance,
  guard: Guard,
  probes: Probes,
  connections: HttpConnections,
  memory: Memory,
  refuse: Refuse,
  isWeb: PathTest,
  console?: ConsoleOptions,
): void {
  app.decorateRequest('who');
  app.decorateRequest('held', undefined);
  app.addHook('onRequest', (request, reply, next) => {
    const { raw } = request;
    const refusal = guard.checkSource(raw, reply.raw);
    if (refusal !== undefined) return refuseOrProbe(request, reply, refusal);
    if (raw.method === 'OPTIONS') {
      reply.hijack();
      const wanted = raw.headers['access-control-request-headers'];
      if (isOperatorPath(request.url)) protect(reply.raw);
      reply.raw.writeHead(204, preflightHeaders(wanted, isWeb(request.url))).end();
      return;
    }
    const response = reply.raw as HttpResponse;
    if (guard.oauth?.serveMetadata(raw, response)) {
      reply.hijack();
      return;
    }
    if (console !== undefined) {
      if (servePage(console, raw, response, () => isRootTaken(app))) {
        reply.hijack();
        return;
      }
      // By the route that was found, not by the path: a route of a world may match that path too.
      if (request.routeOptions.config.asksForCredential) return admitAnyone(request, reply, next);
    }
    // By the route, as above: whatever leads to it, a token must be for the operator's interface.
    const admitted = guard.identify(raw, request.routeOptions.config.operates);
    if (admitted instanceof Promise) {
      void admitted.then(later => (isClosed(response) ? reply.hijack() : admit(later, request, reply, next)));
    } else admit(admitted, request, reply, next);
  });

  /** A probe is answered although the guard refuses it: it has no credential, and an address as its Host. */
  function refuseOrProbe(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): void {
    if (probes.answerRefused(request.raw, reply.raw as HttpResponse)) reply.hijack();
    else refuseReply(refuse, reply, refusal);
  }

  function admit(admitted: Admission, request: FastifyRequest, reply: FastifyReply, next: () => void): void {
    if (admitted instanceof Refusal) return refuseOrProbe(request, reply, admitted);
    request.who = admitted;
    const { raw } = request;
    const response = reply.raw as HttpResponse;
    response.principal = admitted.name;
    if (admitted.origin === 'console') guard.follow(raw, response);
    connections.authenticated(raw.socket, admitted.name);
    const coding = raw.headers['content-encoding'];
    if (coding !== undefined && coding !== 'identity') {
      const message = 'Content-Encoding is not supported: send the body without one.';
      return refuseReply(refuse, reply, Refusal.of(415, 'InvalidRequest', message));
    }
    const { 'content-length': length = 0, 'transfer-encoding': coded } = raw.headers;
    if (coded !== undefined || Number(length) > UNCOUNTED_BYTES) {
      request.held = reserveFor(response, memory.arriving);
    }
    next();
  }

  /** For a path whose handler asks for the credential itself, in a small body. */
  function admitAnyone(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
    const refusal = loginTooLarge(request.raw);
    if (refusal !== undefined) return refuseReply(refuse, reply, refusal);
    if (Number(request.raw.headers['content-length'] ?? 0) > UNCOUNTED_BYTES)
      request.held = reserveFor(reply.raw as HttpResponse, memory.arriving);
    next();
  }
}

/** Whether a world has a page of its own at the root of the listener. */
function isRootTaken(app: FastifyInstance): boolean {
  return app.hasRoute({ method: 'GET', url: '/' });
}

/** Adds the MCP endpoint of a mount. */
export function addMountRoutes(
  app: FastifyInstance,
  context: PostContext,
  legacy: HttpSse,
  refuse: Refuse,
): void {
  const { path } = context.mount;
  app.post(path, (request, reply) => {
    reply.hijack();
    const { raw, who } = request;
    const response = reply.raw as HttpResponse;
    const body = (request.body as ArrivedBody | undefined) ?? { bytes: Buffer.alloc(0), held: undefined };
    const connection = (request.query as Record<string, unknown>)[CONNECTION_PARAMETER];
    if (typeof connection === 'string') legacy.post(connection, context, response, body, who);
    else servePost(context, raw, response, body, who);
  });
  app.get(path, (request, reply) => {
    reply.hijack();
    serveGet(context, request.raw, reply.raw as HttpResponse, request.who, legacy);
  });
  app.delete(path, (request, reply) => {
    reply.hijack();
    serveDelete(context, request.raw, reply.raw as HttpResponse, request.who);
  });
  refuseOtherMethods(app, path, ['GET', 'POST', 'DELETE'], refuse);
}

/** Adds the routes of a world's own HTTP interface. */
export function addWorldRoutes(app: FastifyInstance, context: PostContext, refuse: Refuse): void {
  const { routes = [], prefix = '' } = context.mount;
  const methods = new Map<string, string[]>();
  for (const web of routes) {
    const path = prefix + web.path;
    // A route of the world at the root of the listener comes first.
    if (prefix !== '' && app.hasRoute({ method: web.method, url: path })) continue;
    const taken = addWebRoute(app, web, path, context);
    methods.set(path, [...(methods.get(path) ?? []), ...taken]);
  }
  for (const [path, taken] of methods) refuseOtherMethods(app, path, taken, refuse);
}

function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  taken: readonly string[],
  refuse: Refuse,
): void {
  const allow = [...taken, 'OPTIONS'].join(', ');
  const refusal = Refusal.of(405, 'InvalidRequest', `This path accepts ${taken.join(', ')}.`, { allow });
  app.route({
    method: METHODS.filter(method => !taken.includes(method)),
    url,
    // Before the body is parsed: the method is what is wrong.
    onRequest: (_request, reply) => refuseReply(refuse, reply, refusal),
    handler: () => {},
  });
}

/** Parses JSON bodies, and refuses other types, unknown paths and what fastify rejects. */
export function addDefaults(
  app: FastifyInstance,
  mounts: readonly Mount[],
  maxBytes: number,
  log: Log,
  refuse: Refuse,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (request, _payload, done) =>
    collectBody(request.raw, maxBytes, request.held, body =>
      body instanceof Refusal ? done(new RefusedBody(body)) : done(null, body),
    ),
  );
  app.setNotFoundHandler((request, reply) => {
    const message = `No resource for ${request.method} at this path. ${whatIsServed(mounts)}`;
    refuseReply(refuse, reply, Refusal.of(404, 'InvalidRequest', message));
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof RefusedBody) return refuseReply(refuse, reply, error.refusal);
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error, path: request.routeOptions.url }, 'http request failed');
    refuseReply(refuse, reply, status === 413 ? bodyTooLarge(maxBytes) : errorRefusal(status));
  });
}

/** The paths of MCP, and where the others are described. Where a world is at the root, its further paths are left out. */
function whatIsServed(mounts: readonly Mount[]): string {
  const atRoot = mounts.filter(({ prefix }) => prefix === undefined);
  const shown = atRoot.length === 0 ? mounts : atRoot;
  const descriptions = shown.flatMap(({ prefix = '', routes = [] }) =>
    routes.some(({ path }) => path === '/openapi.json') ? [`${prefix}/openapi.json`] : [],
  );
  const what = atRoot.length === 0 ? 'the other paths of its world' : 'all other paths';
  const more = descriptions.map(path => ` ${path} describes ${what}.`).join('');
  return `MCP is served at ${shown.map(({ path }) => path).join(', ')}.${more}`;
}

export function errorRefusal(status: number): Refusal {
  if (status >= 500) return Refusal.internal();
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
