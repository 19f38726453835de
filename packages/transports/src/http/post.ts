import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  dialectMethod,
  findRevision,
  type JsonParse,
  type JsonValue,
  type Message,
  metaVersion,
  type Notification,
  REVISION_2026_07_28,
  type Request,
  type RequestId,
  type Response,
  type Revision,
  readMessage,
  WireError,
} from '@worldwire/protocol';
import { type Caller, type Log, type Reply, type Session, success } from '@worldwire/server';
import { type ArrivedBody, parseBody } from './body.js';
import { type Accepted, readAccept } from './edge-checks.js';
import { Exchange, type ExchangeContext } from './exchange.js';
import { serveBatch } from './http-batch.js';
import type { HttpResponse } from './http-response.js';
import { tooMany, watched } from './in-flight.js';
import type { Mount } from './mount.js';
import { type Account, LASTING, type Quotas } from './quotas.js';
import { refuseMessage } from './refuse-message.js';
import { arrivingTooMuch, modernStatus, Refusal, sendAccepted, tooMuch } from './respond.js';
import { onResponseClose } from './response-close.js';
import { admit, checkRevision } from './stateless-checks.js';
import { serveFeed, tooManyFeeds } from './web-routes.js';

export interface PostContext extends ExchangeContext {
  readonly mount: Mount;
  readonly quotas: Quotas;
  readonly log: Log;
}

/** A class rather than a spread of its parts: one is made for every request. */
class Arrival {
  readonly accepted: Accepted;
  readonly account: Account;

  constructor(
    readonly context: PostContext,
    readonly headers: IncomingHttpHeaders,
    readonly response: HttpResponse,
    readonly principal: string,
    readonly body: ArrivedBody,
  ) {
    this.accepted = readAccept(headers.accept);
    this.account = context.quotas.of(principal);
  }

  get mount(): Mount {
    return this.context.mount;
  }
}

/** Serves one POST: a JSON-RPC message of any era, or a batch where the session's revision has them. */
export function servePost(
  context: PostContext,
  request: IncomingMessage,
  response: HttpResponse,
  body: ArrivedBody,
  principal: string,
): void {
  try {
    const arrival = new Arrival(context, request.headers, response, principal, body);
    if (!arrival.accepted.json && !arrival.accepted.sse) {
      return refuse(
        arrival,
        Refusal.of(406, 'InvalidRequest', 'Accept must allow application/json or text/event-stream.'),
      );
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
  if (parsed === 'busy') return refuse(arrival, arrivingTooMuch());
  if (!parsed.ok) return refuse(arrival, Refusal.of(400, 'ParseError', parsed.reason));
  if (Array.isArray(parsed.value)) return batch(arrival, parsed.value);
  const message = readMessage(parsed.value);
  if (message.kind === 'invalid') {
    return refuse(arrival, Refusal.of(400, 'InvalidRequest', message.reason), message);
  }
  if (message.kind === 'request' && servedBeside(arrival, message)) return;
  if (isUnannounced(arrival, message)) serveUnannounced(arrival, message);
  else if (isModern(arrival.headers, message)) serveModern(arrival, message);
  else serveSession(arrival, message);
}

/** Whether the mount's own side has taken the request: as a feed, or as one too many. */
function servedBeside(arrival: Arrival, request: Request): boolean {
  const { mount, context, response, principal, account } = arrival;
  const feed = mount.side?.feed?.(request, principal);
  if (feed !== undefined) {
    if (!serveFeed(feed, response, principal, context.streams)) refuse(arrival, tooManyFeeds(), request);
    return true;
  }
  const refusal = tooMany(mount, account, request);
  if (refusal === undefined) return false;
  refuse(arrival, refusal, request);
  return true;
}

/**
 * Which era a message belongs to. A request that names its revision in `_meta` is stateless; one that does not
 * is of a session when its header names a session-era revision, or, without a header, when it has or opens one.
 */
function isModern(headers: IncomingHttpHeaders, message: Message): boolean {
  if (message.kind === 'request' && metaVersion(message.params) !== undefined) return true;
  const version = headers['mcp-protocol-version'];
  if (typeof version === 'string') return findRevision(version)?.era !== 'session';
  return (
    headers['mcp-session-id'] === undefined &&
    !(message.kind === 'request' && message.method === 'initialize')
  );
}

/** A request of a dialect whose clients open no session and name no revision. */
function isUnannounced({ headers, mount }: Arrival, message: Message): message is Request {
  const { dialect } = mount;
  if (dialect?.revision === undefined || message.kind !== 'request') return false;
  if (headers['mcp-session-id'] !== undefined || headers['mcp-protocol-version'] !== undefined) return false;
  const { method, params } = message;
  const known = dialectMethod(dialect, message) !== undefined || dialect.sessionless === true;
  return known && method !== 'initialize' && metaVersion(params) === undefined;
}

function serveUnannounced(arrival: Arrival, request: Request): void {
  const { mount, principal } = arrival;
  const revision = mount.dialect?.revision as Revision;
  const client = { name: undefined, version: undefined };
  start(arrival, request, {
    principal,
    revision,
    capabilities: {},
    client,
    logLevel: undefined,
    session: undefined,
  });
}

function serveModern(arrival: Arrival, message: Request | Notification | Response): void {
  const { headers, response, mount, account } = arrival;
  const refusal = message.kind === 'request' ? undefined : checkRevision(headers);
  if (refusal !== undefined) return refuse(arrival, refusal);
  if (message.kind === 'notification') return sendAccepted(response);
  if (message.kind === 'response') {
    return refuse(
      arrival,
      Refusal.of(400, 'InvalidRequest', 'A response answers nothing here: send answers as inputResponses.'),
    );
  }
  const caller = admit(message, headers, mount, arrival.principal);
  if (caller instanceof Refusal) return refuse(arrival, caller, message);
  const exchange = open(arrival, caller, message.id, message.method === LASTING);
  const held = arrival.body.held?.keep();
  let settled = false;
  let stopWatching = () => {};
  account.begin(message.method);
  const call = mount.kernel.start(
    message,
    caller,
    exchange,
    watched(mount, arrival.principal, reply => {
      settled = true;
      account.end(message.method);
      held?.release();
      stopWatching();
      if (reply === undefined) exchange.abandon();
      else exchange.finish(reply.text, reply.status ?? modernStatus(reply.code));
    }),
    mount.dialect,
  );
  // Since 2026-07-28 a client that closes the stream has cancelled its request.
  if (!settled) stopWatching = onResponseClose(response, () => call.cancel('The client closed the stream.'));
}

function serveSession(arrival: Arrival, message: Request | Notification | Response): void {
  const { mount, response } = arrival;
  if (message.kind === 'request' && message.method === 'initialize') return initialize(arrival, message);
  const session = findSession(arrival);
  if (session instanceof Refusal)
    return refuse(arrival, session, message.kind === 'request' ? message : undefined);
  if (message.kind === 'notification') mount.kernel.notified(message, session, mount.dialect);
  else if (message.kind === 'response') session.answer(message);
  else {
    start(arrival, message, session);
    return;
  }
  sendAccepted(response);
}

/** Before 2026-07-28 a lost connection cancels nothing: the client may come back for the answer. */
function start(arrival: Arrival, request: Request, caller: Caller): void {
  const { account, mount } = arrival;
  const { kernel, dialect } = mount;
  const exchange = open(arrival, caller, request.id);
  const held = arrival.body.held?.keep();
  account.begin(request.method);
  const done = (reply: Reply | undefined) => {
    account.end(request.method);
    held?.release();
    if (reply === undefined) exchange.abandon();
    else exchange.finish(reply.text, reply.status ?? 200);
  };
  kernel.start(request, caller, exchange, watched(mount, arrival.principal, done), dialect);
}

function initialize(arrival: Arrival, request: Request): void {
  const { mount, response, principal, headers } = arrival;
  const known = headers['mcp-session-id'];
  const refusal =
    typeof known === 'string' ? mount.kernel.sessions.find(known, principal)?.refusal : undefined;
  // A header of a session that is gone is ignored; one that was shut takes nothing but its end.
  if (refusal !== undefined) return refuse(arrival, new Refusal(400, refusal), request);
  try {
    const { session, result } = mount.kernel.initialize(request.params, principal, mount.dialect);
    response.setHeader('mcp-session-id', session.id);
    const reply = success(request.id, result);
    open(arrival, session, request.id).finish(reply.text, 200);
    mount.side?.replied?.(reply, principal);
  } catch (thrown) {
    if (!(thrown instanceof WireError)) throw thrown;
    const busy = (thrown.data as { kind?: string } | undefined)?.kind === 'Busy';
    refuse(arrival, new Refusal(busy ? 503 : 400, thrown, busy ? { 'retry-after': '10' } : {}), request);
  }
}

function batch(arrival: Arrival, items: readonly JsonValue[]): void {
  const version = arrival.headers['mcp-protocol-version'];
  if (typeof version === 'string' && findRevision(version)?.batches !== true) {
    return refuse(arrival, noBatches(version.slice(0, 64)));
  }
  const session = findSession(arrival);
  if (session instanceof Refusal) return refuse(arrival, session);
  if (!session.revision.batches) {
    return refuse(arrival, noBatches(session.revision.id));
  }
  if (items.length === 0 || items.length > arrival.context.limits.batch) {
    return refuse(
      arrival,
      Refusal.of(400, 'InvalidRequest', `A batch has 1 to ${arrival.context.limits.batch} messages.`),
    );
  }
  const { mount, account, context, body } = arrival;
  // The request that brought them is counted already.
  if (!account.spend(items.length - 1)) return refuse(arrival, tooMuch(context.quotas.limits));
  const held = body.held?.keep();
  serveBatch(items, session, mount, account, open(arrival, session, null), () => held?.release());
}

function noBatches(revision: string): Refusal {
  return Refusal.of(
    400,
    'InvalidRequest',
    `Revision ${revision} has no batches: send one message per request.`,
  );
}

/** The session of a message that is not `initialize`. To whoever does not own it, it does not exist. */
function findSession({ headers, mount, principal }: Arrival): Session | Refusal {
  const id = headers['mcp-session-id'];
  if (typeof id !== 'string') {
    return Refusal.of(
      400,
      'InvalidRequest',
      'The header Mcp-Session-Id is missing. Send initialize first; its response has it.',
    );
  }
  return mount.kernel.sessions.find(id, principal) ?? unknownSession();
}

export function unknownSession(): Refusal {
  return Refusal.of(
    404,
    'InvalidRequest',
    'There is no such session. Send initialize without a session header for a new one.',
  );
}

function open(
  { response, accepted, context }: Arrival,
  caller: Caller,
  id: RequestId | null,
  lasting = false,
): Exchange {
  return new Exchange(response, accepted, caller, context, lasting, id);
}

function refuse(
  { headers, response, mount }: Arrival,
  refusal: Refusal,
  message?: { readonly id: Request['id'] | undefined },
): void {
  const modern = headers['mcp-protocol-version'] === REVISION_2026_07_28.id;
  refuseMessage(mount, response, refusal, message?.id ?? (modern ? undefined : null));
}
