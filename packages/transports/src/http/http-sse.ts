import type { IncomingMessage } from 'node:http';
import {
  encodeSse,
  type JsonParse,
  type Message,
  type Request,
  type RequestId,
  readMessage,
  WireError,
} from '@worldwire/protocol';
import {
  failure,
  type Principal,
  type Reply,
  type ResponseChannel,
  type Session,
  success,
} from '@worldwire/server/internal';
import type { Reservation } from '../bounds/reservation.js';
import { ReplyGap } from '../stream/reply-gap.js';
import type { PostContext } from './arrival.js';
import { type ArrivedBody, parseBody } from './body.js';
import type { HttpResponse } from './http-response.js';
import { inFlightRefusal, reported } from './in-flight.js';
import type { Mount } from './mount.js';
import type { Account } from './quotas.js';
import { dialectError, refuseMessage } from './refuse-message.js';
import { bodiesFull, Refusal, sendAccepted, tooManyStreams } from './respond.js';
import { onResponseClose } from './response-close.js';
import type { SseStream } from './sse-stream.js';

/** The query parameter of a POST that names its stream. */
export const CONNECTION_PARAMETER = 'sessionId';

interface Connection {
  readonly mount: Mount;
  readonly who: Principal;
  readonly outlet: ResponseChannel;
  reply(text: string): void;
  end(): void;
  session: Session | undefined;
}

/**
 * HTTP with SSE, the transport of 2024-11-05: a GET stream carries all messages of the server, and POSTs to the address
 * that it announces carry those of the client.
 * https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
 */
export class HttpSse {
  readonly #connections = new Map<string, Connection>();

  open(
    { mount, streams, limits }: PostContext,
    request: IncomingMessage,
    response: HttpResponse,
    who: Principal,
  ): void {
    const principal = who.name;
    if (!streams.makesRoom({ principal, lasting: true })) {
      return refuseMessage(mount, response, tooManyStreams(), null);
    }
    const id = mount.kernel.mintId();
    const stream = streams.begin(response, { principal, lasting: true });
    const connection: Connection = { mount, who, ...outputOf(stream), session: undefined };
    this.#connections.set(id, connection);
    const close = mount.kernel.openings.add({
      kind: 'stream',
      who,
      what: `GET ${mount.path}`,
      get client() {
        return connection.session?.client;
      },
      end: () => connection.end(),
    });
    const deadline = setTimeout(() => connection.session ?? connection.end(), limits.requestMs).unref();
    onResponseClose(response, () => {
      clearTimeout(deadline);
      close();
      this.#connections.delete(id);
      if (connection.session !== undefined)
        mount.kernel.sessions.end(connection.session, 'The client closed its stream.');
    });
    const path = (request.url ?? mount.path).split('?')[0];
    stream.write(encodeSse({ event: 'endpoint', data: `${path}?${CONNECTION_PARAMETER}=${id}` }));
  }

  /** Ends the streams without a session. The others end with their session. */
  close(): void {
    for (const connection of this.#connections.values())
      if (connection.session === undefined) connection.end();
  }

  /** Serves a message of a connection. Its answer is sent on the stream. */
  post(id: string, context: PostContext, response: HttpResponse, body: ArrivedBody, who: Principal): void {
    const { mount, quotas, log } = context;
    const refuse = (refusal: Refusal, id: RequestId | null = null) =>
      refuseMessage(mount, response, refusal, id);
    const connection = this.#connections.get(id);
    if (connection === undefined || connection.who.name !== who.name || connection.mount !== mount) {
      return refuse(Refusal.of(404, 'InvalidRequest', 'Unknown stream. Open one with GET.'));
    }
    const take = (parsed: JsonParse | 'busy') => {
      if (parsed === 'busy') return refuse(bodiesFull());
      if (!parsed.ok) return refuse(Refusal.of(400, 'ParseError', parsed.reason));
      const message = readMessage(parsed.value);
      if (message.kind === 'invalid') {
        return refuse(Refusal.of(400, 'InvalidRequest', message.reason), message.id);
      }
      const refusal = serve(connection, message, who, quotas.of(who.name), body.held);
      if (refusal === undefined) sendAccepted(response);
      else refuse(refusal, message.kind === 'request' ? message.id : null);
    };
    const parsed = parseBody(body, response, context);
    if (!(parsed instanceof Promise)) return take(parsed);
    parsed.then(take).catch((thrown: unknown) => {
      log.error({ world: mount.kernel.world.name, err: thrown }, 'http request failed');
      refuse(Refusal.internal());
    });
  }
}

function serve(
  connection: Connection,
  message: Exclude<Message, { kind: 'invalid' }>,
  who: Principal,
  account: Account,
  held: Reservation | undefined,
): Refusal | undefined {
  const { mount, outlet } = connection;
  const { kernel, dialect } = mount;
  if (message.kind === 'request' && message.method === 'initialize') {
    if (connection.session !== undefined)
      return Refusal.of(400, 'InvalidRequest', 'This stream already has a session.');
    const reply = initialize(connection, message, who);
    connection.reply(reply.text);
    mount.hooks?.replied?.(reply, who.name);
    return undefined;
  }
  const { session } = connection;
  if (session === undefined) {
    // Clients that ask for the newest revision first fall back to initialize after an answer, but not after a refused POST.
    if (message.kind !== 'request') return new Refusal(400, notInitialized());
    const error = dialectError(mount, notInitialized()).body;
    const reply = failure(message.id, error);
    connection.reply(reply.text);
    mount.hooks?.replied?.(reply, who.name);
    return undefined;
  }
  if (message.kind === 'notification') kernel.notified(message, session, dialect);
  else if (message.kind === 'response') session.answer(message);
  else {
    const refusal = inFlightRefusal(mount, account, message, who);
    if (refusal !== undefined) return refusal;
    account.begin(message.method);
    held?.keep();
    const done = reported(mount, who.name, reply => {
      account.end(message.method);
      held?.release();
      if (reply !== undefined) connection.reply(reply.text);
    });
    kernel.start(message, session.callerAs(who), outlet, done, dialect);
  }
  return undefined;
}

function initialize(connection: Connection, { id, params }: Request, who: Principal): Reply {
  const { mount, outlet } = connection;
  try {
    const { session, result } = mount.kernel.initialize(params, who, { dialect: mount.dialect });
    connection.session = session;
    session.read(text => outlet.send(text));
    session.onClose(() => connection.end());
    return success(id, result);
  } catch (thrown) {
    if (!(thrown instanceof WireError)) throw thrown;
    return failure(id, dialectError(mount, thrown).body);
  }
}

function notInitialized(): WireError {
  const message =
    'This stream has no session: send initialize first. Revision 2026-07-28 is served by POST without a stream.';
  return WireError.of('InvalidRequest', message);
}

function outputOf(stream: SseStream): Pick<Connection, 'outlet' | 'reply' | 'end'> {
  const write = (data: string) => stream.write(encodeSse({ event: 'message', data }));
  const gap = new ReplyGap(write);
  return {
    outlet: {
      send: message => {
        write(message);
        gap.sent();
        return stream.open;
      },
      detach: () => {},
    },
    reply: text => gap.reply(text),
    end: () => {
      gap.release();
      stream.end();
    },
  };
}
