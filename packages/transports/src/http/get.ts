import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  encodeError,
  REVISION_2026_07_28,
  REVISION_IDS,
  type RequestId,
  WireError,
} from '@worldwire/protocol';
import { WorldError } from '@worldwire/server';
import { endNotStored, type Principal, type Session } from '@worldwire/server/internal';
import { findSession, type PostContext } from './arrival.js';
import { wantsStream } from './edge-checks.js';
import { checkRevision } from './header-checks.js';
import type { HttpResponse } from './http-response.js';
import type { HttpSse } from './http-sse.js';
import { missingRight } from './oauth-gate.js';
import { refuseMessage } from './refuse-message.js';
import type { ReplayStream } from './replay-stream.js';
import { forbiddenRead, Refusal, sendJson, tooManyStreams } from './respond.js';
import { onResponseClose } from './response-close.js';
import { requestOf, SessionReplay } from './session-replay.js';
import type { SseStream } from './sse-stream.js';
import { serveFeed } from './web-routes.js';

/** Serves GET: the event stream of a session, its resumption, or a description of the world. */
export function serveGet(
  context: PostContext,
  request: IncomingMessage,
  response: HttpResponse,
  who: Principal,
  legacy: HttpSse,
): void {
  const { headers } = request;
  // A client that names a session wants its stream, and must learn when the session has ended.
  if (headers['mcp-session-id'] === undefined) {
    if (context.mount.opensHttpSse) return legacy.open(context, request, response, who);
    if (!wantsStream(headers.accept)) return describe(context, response);
    if (headers['mcp-protocol-version'] === undefined) {
      const feed = context.mount.hooks?.stream?.(who.name);
      if (feed === undefined) return legacy.open(context, request, response, who);
      const allowed = context.mount.kernel.feed(feed, who, `GET ${context.mount.path}`);
      if (allowed instanceof WorldError) {
        context.oauth?.challenge(response, who, missingRight(allowed));
        return refuse(context, response, forbiddenRead(allowed));
      }
      if (!serveFeed(allowed, response, who.name, context.streams))
        refuse(context, response, tooManyStreams());
      return;
    }
  }
  const instead = 'Revision 2026-07-28 has no GET stream: send subscriptions/listen with POST.';
  const session = sessionOf(context, headers, who, instead);
  const refusal =
    session instanceof Refusal ? session : stream(context, session, response, who, headers['last-event-id']);
  if (refusal !== undefined) refuse(context, response, refusal);
}

/** Serves DELETE: ends a session. */
export function serveDelete(
  context: PostContext,
  request: IncomingMessage,
  response: HttpResponse,
  who: Principal,
): void {
  const session = sessionOf(context, request.headers, who, 'Revision 2026-07-28 has no sessions.');
  if (session instanceof Refusal) return refuse(context, response, session);
  if (!context.mount.kernel.sessions.end(session, 'The client ended the session.'))
    return refuse(context, response, new Refusal(500, endNotStored()));
  response.writeHead(204).end();
}

/** The session that a request names. `stateless` is the reason for a refusal in 2026-07-28. */
function sessionOf(
  { mount }: PostContext,
  headers: IncomingHttpHeaders,
  who: Principal,
  stateless: string,
): Session | Refusal {
  if (headers['mcp-protocol-version'] === REVISION_2026_07_28.id) {
    return Refusal.of(405, 'InvalidRequest', stateless, { allow: 'POST' });
  }
  return checkRevision(headers) ?? findSession(mount, headers, who);
}

function refuse({ mount }: PostContext, response: HttpResponse, refusal: Refusal): void {
  refuseMessage(mount, response, refusal, refusal.status === 405 ? undefined : null);
}

function stream(
  { streams, limits, mintId, memory, mount }: PostContext,
  session: Session,
  response: HttpResponse,
  who: Principal,
  lastEventId: unknown,
): Refusal | undefined {
  const replay = SessionReplay.of(session, limits, mintId, memory);
  // An unknown event opens a new stream: clients give up at a refusal, and pending messages go to the next reader.
  const found = typeof lastEventId === 'string' ? replay.find(lastEventId) : undefined;
  const oneTooMany = found === undefined && replay.live >= limits.streamsPerSession;
  const owner = { principal: session.principal, lasting: found === undefined || found.stream.standalone };
  if (oneTooMany || !streams.makesRoom(owner)) {
    return tooManyStreams();
  }
  const writer = streams.begin(response, owner);
  const { client } = session;
  const what = `GET ${mount.path}`;
  onResponseClose(
    response,
    mount.kernel.openings.add({ kind: 'stream', who, client, what, end: () => writer.end() }),
  );
  if (found === undefined) {
    const fresh = replay.create();
    fresh.attach(writer, session.revision.primingEvent);
    const lost = typeof lastEventId === 'string' ? requestOf(lastEventId) : undefined;
    if (lost === undefined || session.calls(lost)) listen(session, fresh, writer);
    else endWithError(fresh, lost);
  } else {
    found.stream.resume(writer, found.after);
    if (found.stream.standalone) listen(session, found.stream, writer);
  }
  return undefined;
}

/** A client that resumes the answer of a request which this process does not have would wait for it forever. */
function endWithError(stream: ReplayStream, id: RequestId): void {
  const message =
    'The answer to the request is lost: the server was started again, or it kept newer answers. The request may have been done.';
  const hint =
    'Read the state first. Then send the request again; a write with the same operation key is not done twice.';
  // A client that resumes this stream continues with the messages of the session.
  stream.standalone = true;
  stream.push(encodeError(id, WireError.of('InternalError', message, { kind: 'Internal', hint }).body));
  stream.detach();
}

/** Sends the session's own messages to a stream until its connection ends. */
function listen(session: Session, stream: ReplayStream, writer: SseStream): void {
  stream.standalone = true;
  const stopReading = session.read(message => stream.push(message));
  const stopWatching = session.onClose(() => writer.end());
  onResponseClose(writer.response, () => {
    stopReading();
    stopWatching();
  });
}

function describe({ mount: { kernel } }: PostContext, response: HttpResponse): void {
  const { name, title, version, description } = kernel.world;
  const about = {
    server: 'worldwire',
    name,
    ...(title !== undefined && { title }),
    version,
    ...(description !== undefined && { description }),
    protocol: 'Model Context Protocol, Streamable HTTP',
    revisions: REVISION_IDS,
    use: 'POST a JSON-RPC message here with Content-Type: application/json.',
  };
  sendJson(response, 200, JSON.stringify(about), undefined);
}
