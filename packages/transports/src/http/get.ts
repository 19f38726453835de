import type { IncomingMessage } from 'node:http';
import { REVISION_2026_07_28, REVISION_IDS } from '@worldwire/protocol';
import type { Session } from '@worldwire/server/internal';
import { type PostContext, unknownSession } from './arrival.js';
import { wantsStream } from './edge-checks.js';
import { checkRevision } from './header-checks.js';
import type { HttpResponse } from './http-response.js';
import type { HttpSse } from './http-sse.js';
import { refuseMessage } from './refuse-message.js';
import type { ReplayStream } from './replay-stream.js';
import { Refusal, sendJson } from './respond.js';
import { onResponseClose } from './response-close.js';
import { SessionReplay } from './session-replay.js';
import type { SseStream } from './sse-stream.js';
import { serveFeed, tooManyFeeds } from './web-routes.js';

/** Serves GET: a session's stream of server messages, its resumption, or a word on what lives here. */
export function serveGet(
  context: PostContext,
  request: IncomingMessage,
  response: HttpResponse,
  principal: string,
  old: HttpSse,
): void {
  const { mount } = context;
  const { headers } = request;
  // Whoever names a session means its stream, and has to learn when it is gone, whatever else it accepts.
  const named = headers['mcp-session-id'] !== undefined;
  if (!named && !wantsStream(headers.accept)) return describe(context, response);
  const version = headers['mcp-protocol-version'];
  if (version === REVISION_2026_07_28.id) {
    const message = 'This revision has no GET stream: send subscriptions/listen with POST.';
    return refuseMessage(
      mount,
      response,
      Refusal.of(405, 'InvalidRequest', message, { allow: 'POST' }),
      undefined,
    );
  }
  const unsupported = checkRevision(headers);
  if (unsupported !== undefined) return refuseMessage(mount, response, unsupported, null);
  const id = headers['mcp-session-id'];
  if (typeof id !== 'string') {
    const feed = version === undefined ? mount.hooks?.stream?.(principal) : undefined;
    if (feed !== undefined) {
      if (!serveFeed(feed, response, principal, context.streams)) {
        refuseMessage(mount, response, tooManyFeeds(), null);
      }
      return;
    }
    if (version === undefined) return old.open(context, request, response, principal);
    const message =
      'The header Mcp-Session-Id is missing. Send initialize with POST first; its response has it.';
    return refuseMessage(mount, response, Refusal.of(400, 'InvalidRequest', message), null);
  }
  const session = mount.kernel.sessions.find(id, principal);
  if (session === undefined) return refuseMessage(mount, response, unknownSession(), null);
  const refusal = stream(context, session, response, headers['last-event-id']);
  if (refusal !== undefined) refuseMessage(mount, response, refusal, null);
}

/** Ends a session at its client's wish. */
export function serveDelete(
  { mount }: PostContext,
  request: IncomingMessage,
  response: HttpResponse,
  principal: string,
): void {
  const { headers } = request;
  if (headers['mcp-protocol-version'] === REVISION_2026_07_28.id) {
    const message = 'This revision has no sessions to end.';
    return refuseMessage(
      mount,
      response,
      Refusal.of(405, 'InvalidRequest', message, { allow: 'POST' }),
      undefined,
    );
  }
  const unsupported = checkRevision(headers);
  if (unsupported !== undefined) return refuseMessage(mount, response, unsupported, null);
  const id = headers['mcp-session-id'];
  if (typeof id !== 'string') {
    return refuseMessage(
      mount,
      response,
      Refusal.of(
        400,
        'InvalidRequest',
        'The header Mcp-Session-Id is missing. Send that of the session to end.',
      ),
      null,
    );
  }
  const session = mount.kernel.sessions.find(id, principal);
  if (session === undefined) return refuseMessage(mount, response, unknownSession(), null);
  mount.kernel.sessions.end(session, 'The client ended the session.');
  response.writeHead(204).end();
}

function stream(
  { streams, limits, mintId, memory }: PostContext,
  session: Session,
  response: HttpResponse,
  lastEventId: unknown,
): Refusal | undefined {
  const book = SessionReplay.of(session, limits, mintId, memory);
  // An event that is unknown, or too long ago, opens a new stream: clients give up at a refusal, and what was said
  // while nobody read waits for whoever reads next.
  const found = typeof lastEventId === 'string' ? book.find(lastEventId) : undefined;
  const oneTooMany = found === undefined && book.live >= limits.streamsPerSession;
  const owner = { principal: session.principal, lasting: found === undefined || found.stream.standalone };
  if (oneTooMany || !streams.makesRoom(owner)) {
    return Refusal.of(429, 'InvalidRequest', 'Too many streams are open. Close one first.', {
      'retry-after': '1',
    });
  }
  const writer = streams.begin(response, owner);
  if (found === undefined) {
    const fresh = book.create();
    fresh.attach(writer, session.revision.primingEvent);
    listen(session, fresh, writer);
  } else {
    found.stream.resume(writer, found.after);
    if (found.stream.standalone) listen(session, found.stream, writer);
  }
  return undefined;
}

/** Feeds a stream with the session's own messages until its connection ends. */
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
