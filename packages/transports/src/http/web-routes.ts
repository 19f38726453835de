import type { JsonValue, WireError } from '@worldwire/protocol';
import {
  type FeedReader,
  failureAnswer,
  type WebAnswer,
  type WebFamily,
  WebFeed,
  type WebQuery,
  type WebRoute,
  WorldError,
} from '@worldwire/server';
import type { Principal, WebArrival } from '@worldwire/server/internal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PostContext } from './arrival.js';
import { type ArrivedBody, parseBody } from './body.js';
import { answer as answerWhole, type HttpResponse } from './http-response.js';
import { principalFull } from './in-flight.js';
import { bodiesFull, droppedAnswer, kindOfStatus, Refusal, tooManyStreams } from './respond.js';
import { isClosed, onResponseClose } from './response-close.js';
import type { SseStreams } from './sse-stream.js';

/** Adds a route of a world's own HTTP interface to the router, and returns its methods. The guard runs first. */
export function addWebRoute(
  app: FastifyInstance,
  route: WebRoute,
  url: string,
  context: PostContext,
): readonly string[] {
  const { prefix } = context.mount;
  const method = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method];
  app.route({
    method,
    url,
    handler: async (request, reply) => {
      reply.hijack();
      const response = reply.raw as HttpResponse;
      const answer = below(prefix, await serve(route, request, response, context));
      if ('status' in answer && answer.status === 403) {
        const { who } = request;
        context.oauth?.challenge(response, who, context.mount.kernel.missingRouteRight(route, who));
      }
      if (!(answer instanceof WebFeed)) return sendAnswer(response, answer, route.family);
      if (request.method === 'HEAD') return sendAnswer(response, { status: 200 });
      if (serveFeed(answer, response, request.who.name, context.streams)) return;
      sendAnswer(response, webRefusal(tooManyStreams()), route.family);
    },
  });
  return method;
}

/** An answer whose Location is a path of the world, as a path of the listener. */
function below(prefix: string | undefined, answer: WebAnswer | WebFeed): WebAnswer | WebFeed {
  if (prefix === undefined || answer instanceof WebFeed) return answer;
  const location = answer.headers?.location;
  if (!location?.startsWith('/')) return answer;
  return { ...answer, headers: { ...answer.headers, location: prefix + location } };
}

/** Sends nothing if an answer has begun or the connection is closed. */
export function sendAnswer(response: HttpResponse, answer: WebAnswer, family?: WebFamily): void {
  if (response.headersSent || response.destroyed) return;
  const { status, headers, body } =
    family === undefined || answer.status < 400 ? answer : family.failure(answer);
  if (body === undefined) {
    response.writeHead(status, { ...headers }).end();
    return;
  }
  const length = Buffer.byteLength(body);
  const all = { 'content-type': 'application/json', 'content-length': length, ...headers };
  if (!answerWhole(response, status, all, body, length))
    sendAnswer(response, webRefusal(droppedAnswer(response, length)), family);
}

/** A refusal of the wire, in the form of a world's own HTTP interface. */
export function webRefusal({ status, error, headers }: Refusal): WebAnswer {
  return failureAnswer(
    new WorldError(kindOfStatus(status) ?? 'InvalidArgument', error.message, hintOf(error)),
    status,
    headers,
  );
}

function hintOf({ data }: WireError): string {
  return (data as { readonly hint?: string } | undefined)?.hint ?? 'Correct the request and send it again.';
}

async function serve(
  route: WebRoute,
  request: FastifyRequest,
  response: HttpResponse,
  context: PostContext,
): Promise<WebAnswer | WebFeed> {
  const account = context.quotas.of(request.who.name);
  if (account.full()) {
    return webRefusal(new Refusal(429, principalFull(account), { 'retry-after': '1' }));
  }
  const arrived = request.body as ArrivedBody | undefined;
  let body: JsonValue | undefined;
  if (arrived !== undefined && arrived.bytes.length > 0) {
    const parsed = await parseBody(arrived, response, context);
    if (parsed === 'busy') return webRefusal(bodiesFull());
    if (!parsed.ok)
      return failureAnswer(
        new WorldError('InvalidArgument', parsed.reason, 'Send a body that is valid JSON.'),
      );
    body = parsed.value;
  }
  account.begin();
  arrived?.held?.keep();
  let end = () => {
    end = () => {};
    account.end();
  };
  // A closed connection has no call in flight, as with calls of tools.
  const stop = onResponseClose(response, () => end());
  try {
    return await context.mount.kernel.web(route, new RoutedRequest(request, body), listener =>
      onResponseClose(response, listener),
    );
  } finally {
    end();
    stop();
    arrived?.held?.release();
  }
}

class RoutedRequest implements WebArrival {
  constructor(
    readonly request: FastifyRequest,
    readonly body: JsonValue | undefined,
  ) {}

  get params(): Readonly<Record<string, string>> {
    return this.request.params as Record<string, string>;
  }

  get who(): Principal {
    return this.request.who;
  }

  get query(): WebQuery {
    return new ParsedQuery(this.request.query as ParsedQuery['values']);
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return typeof value === 'string' ? value : undefined;
  }
}

/** The query as parsed by the router. A URLSearchParams would cost 2 % of a command's time. */
export class ParsedQuery implements WebQuery {
  constructor(readonly values: Readonly<Record<string, string | readonly string[]>>) {}

  get(name: string): string | null {
    const value = this.values[name];
    return typeof value === 'string' ? value : (this.getAll(name)[0] ?? null);
  }

  getAll(name: string): readonly string[] {
    const value = Object.hasOwn(this.values, name) ? this.values[name] : undefined;
    return typeof value === 'string' ? [value] : (value ?? []);
  }

  *[Symbol.iterator](): Generator<[string, string]> {
    for (const name of Object.keys(this.values)) {
      for (const value of this.getAll(name)) yield [name, value];
    }
  }
}

/** JSON lines have no comments. */
const EMPTY_LINE = '\n';

/** Turns a response into a feed, until its reader or its source ends it. False if too many streams are open. */
export function serveFeed(
  { start, form, unchunked, lines }: WebFeed,
  response: HttpResponse,
  principal: string,
  streams: SseStreams,
  headers: Readonly<Record<string, string>> = {},
): boolean {
  if (isClosed(response)) return true;
  const owner = { principal, lasting: true };
  if (!streams.makesRoom(owner)) return false;
  // Without chunks and length, Node ends the body by closing the connection.
  if (unchunked) response.useChunkedEncodingByDefault = false;
  const stream =
    form === 'lines'
      ? streams.begin(response, owner, { ...headers, 'content-type': lines }, EMPTY_LINE)
      : streams.begin(response, owner, headers);
  const reader: FeedReader = {
    drained: undefined,
    write(frames) {
      stream.write(frames);
      return stream.keepsUp();
    },
    end: () => stream.end(),
  };
  stream.onDrained = () => reader.drained?.();
  onResponseClose(response, start(reader));
  return true;
}
