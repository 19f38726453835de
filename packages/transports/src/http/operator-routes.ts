import type { JsonValue } from '@worldwire/protocol';
import {
  failureAnswer,
  type Log,
  type WebAnswer,
  WebFeed,
  type WebQuery,
  WorldError,
} from '@worldwire/server';
import type { FairTurns, Limits, Memory, Principal } from '@worldwire/server/internal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ArrivedBody, parseBody } from './body.js';
import type { HttpResponse } from './http-response.js';
import { bodiesFull, tooManyStreams } from './respond.js';
import { onResponseClose } from './response-close.js';
import type { SseStreams } from './sse-stream.js';
import { ParsedQuery, sendAnswer, serveFeed, webRefusal } from './web-routes.js';

const BASE = '/operator/';
/** Where Prometheus looks: the same as `/operator/metrics`. */
const METRICS = '/metrics';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A request to the operator's interface, admitted by the guard. */
export interface OperatorRequest {
  readonly method: string;
  /** Decoded, without the base and a slash: `approvals/a1`. */
  readonly path: string;
  readonly query: WebQuery;
  /** The parsed JSON, or undefined without a body. */
  readonly body: JsonValue | undefined;
  readonly who: Principal;
}

/** Answers the operator's requests, and decides who may send them. A `WorldError` that it throws becomes the answer. */
export type OperatorHandler = (
  request: OperatorRequest,
) => WebAnswer | WebFeed | Promise<WebAnswer | WebFeed>;

interface OperatorContext {
  readonly limits: Limits;
  readonly memory: Memory;
  readonly turns: FairTurns;
  readonly streams: SseStreams;
  readonly log: Log;
}

export function isOperatorPath(url: string): boolean {
  return url.startsWith(BASE) || url === METRICS;
}

/**
 * Serves every path below `/operator/`, and `/metrics` unless a world has that path. The guard runs first. Returns the function
 * that ends the open feeds: no kernel does when the server stops.
 */
export function addOperatorRoutes(
  app: FastifyInstance,
  handle: OperatorHandler,
  context: OperatorContext,
): () => void {
  const feeding = new Set<HttpResponse>();
  const respond = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    reply.hijack();
    const response = reply.raw as HttpResponse;
    const answer = await serve(handle, request, path, response, context);
    if (!(answer instanceof WebFeed)) return sendAnswer(response, answer);
    if (serveFeed(answer, response, request.who.name, context.streams)) {
      feeding.add(response);
      onResponseClose(response, () => feeding.delete(response));
      return;
    }
    sendAnswer(response, webRefusal(tooManyStreams()));
  };
  app.route({
    method: METHODS,
    url: `${BASE}*`,
    handler: (request, reply) => respond(request, reply, (request.params as { readonly '*': string })['*']),
  });
  if (!app.hasRoute({ method: 'GET', url: METRICS }))
    app.get(METRICS, (request, reply) => respond(request, reply, 'metrics'));
  return () => {
    for (const response of feeding) response.end();
  };
}

async function serve(
  handle: OperatorHandler,
  request: FastifyRequest,
  path: string,
  response: HttpResponse,
  context: OperatorContext,
): Promise<WebAnswer | WebFeed> {
  const { method, who } = request;
  try {
    const arrived = request.body as ArrivedBody | undefined;
    let body: JsonValue | undefined;
    if (arrived !== undefined && arrived.bytes.length > 0) {
      const parsed = await parseBody(arrived, response, context);
      if (parsed === 'busy') return webRefusal(bodiesFull());
      if (!parsed.ok)
        throw new WorldError('InvalidArgument', parsed.reason, 'Send a body that is valid JSON.');
      body = parsed.value;
    }
    const query = new ParsedQuery(request.query as ParsedQuery['values']);
    return await handle({ method, path, query, body, who });
  } catch (thrown) {
    if (thrown instanceof WorldError) return failureAnswer(thrown);
    context.log.error({ err: thrown, method, path: request.url }, 'operator request failed');
    return failureAnswer(
      new WorldError('Internal', 'The server failed to serve this request.', 'Its log has the details.'),
    );
  }
}
