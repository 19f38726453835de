import type { IncomingMessage } from 'node:http';
import {
  type JsonParse,
  type Notification,
  type Request,
  type Response,
  readMessage,
  WireError,
} from '@worldwire/protocol';
import { WorldError } from '@worldwire/server';
import { type Caller, type Principal, type Reply, success } from '@worldwire/server/internal';
import { dialectCaller } from '../admission/caller.js';
import { eraOf } from '../admission/era.js';
import { Arrival, type PostContext } from './arrival.js';
import { type ArrivedBody, parseBody } from './body.js';
import { checkRevision, statelessRequest } from './header-checks.js';
import { servePostedBatch } from './http-batch.js';
import type { HttpResponse } from './http-response.js';
import { inFlightRefusal, reported } from './in-flight.js';
import { missingRight } from './oauth-gate.js';
import { LASTING } from './quotas.js';
import { refuseMessage } from './refuse-message.js';
import {
  bodiesFull,
  forbiddenRead,
  Refusal,
  sendAccepted,
  statelessStatus,
  tooManyStreams,
} from './respond.js';
import { onResponseClose } from './response-close.js';
import { serveFeed } from './web-routes.js';

/** Serves one POST: a JSON-RPC message of any era, or a batch. */
export function servePost(
  context: PostContext,
  request: IncomingMessage,
  response: HttpResponse,
  body: ArrivedBody,
  who: Principal,
): void {
  try {
    const arrival = new Arrival(context, request.headers, response, who, body);
    if (!arrival.accepted.json && !arrival.accepted.sse) {
      const message = 'Accept must allow application/json or text/event-stream.';
      return arrival.refuse(Refusal.of(406, 'InvalidRequest', message));
    }
    const parsed = parseBody(body, response, context);
    if (parsed instanceof Promise) {
      parsed.then(later => serve(arrival, later)).catch(thrown => fail(context, response, thrown));
    } else serve(arrival, parsed);
  } catch (thrown) {
    fail(context, response, thrown);
  }
}

function fail({ log, mount }: PostContext, response: HttpResponse, thrown: unknown): void {
  log.error({ world: mount.kernel.world.name, err: thrown }, 'http request failed');
  refuseMessage(mount, response, Refusal.internal(), undefined);
}

function serve(arrival: Arrival, parsed: JsonParse | 'busy'): void {
  if (parsed === 'busy') return arrival.refuse(bodiesFull());
  if (!parsed.ok) return arrival.refuse(Refusal.of(400, 'ParseError', parsed.reason));
  if (Array.isArray(parsed.value)) return servePostedBatch(arrival, parsed.value);
  const message = readMessage(parsed.value);
  if (message.kind === 'invalid') {
    return arrival.refuse(Refusal.of(400, 'InvalidRequest', message.reason), message);
  }
  if (message.kind === 'request' && servedBeside(arrival, message)) return;
  const { dialect } = arrival.mount;
  const era = eraOf(message, dialect, arrival.version, arrival.hasSessionId);
  if (era === 'stateless') serveStateless(arrival, message);
  else if (era === 'session') serveSession(arrival, message);
  else start(arrival, message as Request, dialectCaller(dialect, arrival.who));
}

/** Whether the request is done: the mount answered it with a feed, or it is one too many. */
function servedBeside(arrival: Arrival, request: Request): boolean {
  const { mount, context, response, who, account } = arrival;
  const feed = mount.hooks?.feed?.(request, who.name);
  if (feed !== undefined) {
    const allowed = mount.kernel.feed(feed, who, request.method);
    if (allowed instanceof WorldError) {
      context.oauth?.challenge(response, who, missingRight(allowed));
      arrival.refuse(forbiddenRead(allowed), request);
    } else if (!serveFeed(allowed, response, who.name, context.streams))
      arrival.refuse(tooManyStreams(), request);
    return true;
  }
  const refusal = inFlightRefusal(mount, account, request, who);
  if (refusal === undefined) return false;
  arrival.refuse(refusal, request);
  return true;
}

function serveStateless(arrival: Arrival, message: Request | Notification | Response): void {
  const { headers, response, mount, account } = arrival;
  const refusal = message.kind === 'request' ? undefined : checkRevision(headers);
  if (refusal !== undefined) return arrival.refuse(refusal);
  if (message.kind === 'notification') return sendAccepted(response);
  if (message.kind === 'response') {
    const reason = 'Revision 2026-07-28 takes no response: send answers as inputResponses.';
    return arrival.refuse(Refusal.of(400, 'InvalidRequest', reason));
  }
  const caller = statelessRequest(message, headers, mount, arrival.who);
  if (caller instanceof Refusal) return arrival.refuse(caller, message);
  const exchange = arrival.open(caller, message.id, message.method === LASTING);
  const held = arrival.body.held?.keep();
  const lacksScope = arrival.lacksScope(message);
  let settled = false;
  let stopWatching = () => {};
  account.begin(message.method);
  const call = mount.kernel.start(
    message,
    caller,
    exchange,
    reported(mount, arrival.who.name, reply => {
      settled = true;
      account.end(message.method);
      held?.release();
      stopWatching();
      if (reply === undefined) exchange.abandon();
      else exchange.finish(reply.text, lacksScope ? 403 : (reply.status ?? statelessStatus(reply.code)));
    }),
    mount.dialect,
  );
  // Since 2026-07-28 a client that closes the stream has cancelled its request.
  if (!settled) stopWatching = onResponseClose(response, () => call.cancel('The client closed the stream.'));
}

function serveSession(arrival: Arrival, message: Request | Notification | Response): void {
  const { mount, response } = arrival;
  if (message.kind === 'request' && message.method === 'initialize') return initialize(arrival, message);
  const session = arrival.findSession();
  if (session instanceof Refusal) {
    return arrival.refuse(session, message.kind === 'request' ? message : undefined);
  }
  if (message.kind === 'notification') mount.kernel.notified(message, session, mount.dialect);
  else if (message.kind === 'response') session.answer(message);
  else {
    start(arrival, message, session.callerAs(arrival.who));
    return;
  }
  sendAccepted(response);
}

/** Before 2026-07-28 a lost connection cancels nothing: the client can resume. */
function start(arrival: Arrival, request: Request, caller: Caller): void {
  const { account, mount } = arrival;
  const { kernel, dialect } = mount;
  const exchange = arrival.open(caller, request.id);
  const held = arrival.body.held?.keep();
  const lacksScope = arrival.lacksScope(request);
  account.begin(request.method);
  const done = (reply: Reply | undefined) => {
    account.end(request.method);
    held?.release();
    if (reply === undefined) exchange.abandon();
    else exchange.finish(reply.text, lacksScope ? 403 : (reply.status ?? 200));
  };
  kernel.start(request, caller, exchange, reported(mount, arrival.who.name, done), dialect);
}

function initialize(arrival: Arrival, request: Request): void {
  const { mount, response, who, headers } = arrival;
  const known = headers['mcp-session-id'];
  const refusal =
    typeof known === 'string' ? mount.kernel.sessions.find(known, who.name)?.refusal : undefined;
  // The id of a session that has ended is ignored. A session that was shut accepts only its end.
  if (refusal !== undefined) return arrival.refuse(new Refusal(400, refusal), request);
  try {
    const { session, result } = mount.kernel.initialize(request.params, who, {
      dialect: mount.dialect,
      lasting: true,
    });
    response.setHeader('mcp-session-id', session.id);
    const reply = success(request.id, result);
    arrival.open(session, request.id).finish(reply.text, 200);
    mount.hooks?.replied?.(reply, who.name);
  } catch (thrown) {
    if (!(thrown instanceof WireError)) throw thrown;
    const busy = (thrown.data as { kind?: string } | undefined)?.kind === 'Busy';
    arrival.refuse(new Refusal(busy ? 503 : 400, thrown, busy ? { 'retry-after': '10' } : {}), request);
  }
}
