import type { IncomingMessage } from 'node:http';
import { UNCOUNTED_BYTES } from '../bounds/reservation.js';
import type { PostContext } from './arrival.js';
import { collectBody, reserveFor } from './body.js';
import type { Admission, Guard } from './guard.js';
import type { HttpConnections } from './http-connections.js';
import type { HttpResponse } from './http-response.js';
import { servePost } from './post.js';
import { refuseMessage } from './refuse-message.js';
import { Refusal } from './respond.js';
import { isClosed } from './response-close.js';

/**
 * Serves plain JSON POSTs, nearly all of the traffic, without the router. They pass the same guard. Every other
 * request goes through fastify. Measured with `npm run bench`: it saves a sixth of the cost of a call.
 */
export class FastPath {
  readonly #contexts: ReadonlyMap<string | undefined, PostContext>;

  constructor(
    contexts: readonly PostContext[],
    readonly guard: Guard,
    readonly connections: HttpConnections,
  ) {
    this.#contexts = new Map(contexts.map(context => [context.mount.path, context]));
  }

  /** Serves the request, or returns false and leaves it untouched. */
  take(request: IncomingMessage, response: HttpResponse): boolean {
    if (request.method !== 'POST') return false;
    const context = this.#contexts.get(request.url);
    if (context === undefined || !isPlain(request, context.limits.bodyBytes)) return false;
    const admitted = this.guard.checkSource(request, response) ?? this.guard.identify(request);
    if (admitted instanceof Promise) {
      void admitted.then(later => isClosed(response) || this.#serve(context, request, response, later));
    } else this.#serve(context, request, response, admitted);
    return true;
  }

  #serve(context: PostContext, request: IncomingMessage, response: HttpResponse, admitted: Admission): void {
    if (admitted instanceof Refusal) return refuseMessage(context.mount, response, admitted, undefined);
    response.principal = admitted.name;
    if (admitted.origin === 'console') this.guard.follow(request, response);
    this.connections.authenticated(request.socket, admitted.name);
    const { limits, memory } = context;
    const small = Number(request.headers['content-length']) <= UNCOUNTED_BYTES;
    const held = small ? undefined : reserveFor(response, memory.arriving);
    collectBody(request, limits.bodyBytes, held, body => {
      if (body instanceof Refusal) refuseMessage(context.mount, response, body, undefined);
      else servePost(context, request, response, body, admitted);
    });
  }
}

/** JSON with a Content-Length within the limit, which Node's parser enforces, and without an encoding. */
function isPlain({ headers }: IncomingMessage, maxBytes: number): boolean {
  const length = Number(headers['content-length']);
  return (
    headers['content-type'] === 'application/json' &&
    headers['content-encoding'] === undefined &&
    length > 0 &&
    length <= maxBytes
  );
}
