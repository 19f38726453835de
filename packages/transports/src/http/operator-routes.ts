import type { ServerResponse } from 'node:http';
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
const PRIVATE = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
const OPERATES = { operates: true } as const;

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
  const [path = ''] = url.split('?', 1);
  const end = path.indexOf('/', 1) + 1 || path.length;
  const first = decoded(path.slice(0, end));
  return first === BASE || (first === METRICS && end === path.length);
}

/** The router decodes a path too, so that an encoded letter leads to the same route. */
function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** Sets the headers of every answer of the operator's interface, also of refusals: no cache and no other page keeps or runs it. */
export function protect(response: ServerResponse): void {
  for (const [name, value] of Object.entries(PRIVATE)) response.setHeader(name, value);
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
    protect(response);
    const answer = await serve(handle, request, path, response, context);
    if (!(answer instanceof WebFeed)) return sendAnswer(response, answer);
    if (serveFeed(answer, response, request.who.name, context.streams, PRIVATE)) {
      feeding.add(response);
      onResponseClose(response, () => feeding.delete(response));
      return;
    }
    sendAnswer(response, webRefusal(tooManyStreams()));
  };
  app.route({
    method: METHODS,
    url: `${BASE}*`,
    config: OPERATES,
    handler: (request, reply) => respond(request, reply, (request.params as { readonly '*': string })['*']),
  });
  if (!app.hasRoute({ method: 'GET', url: METRICS }))
    app.get(METRICS, { config: OPERATES }, (request, reply) => respond(request, reply, 'metrics'));
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
