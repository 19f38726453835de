import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import { SseDecoder } from '@worldwire/protocol';
import { Problem, reasonOf } from '../errors/problem.js';
import { connectPinned } from './pinned-connection.js';

const TIMEOUT_MS = 30_000;
const MAX_EVENT_BYTES = 1024 * 1024;

/** The server that a command talks to. */
export interface Target {
  readonly origin: string;
  readonly token: string;
  /** Of a server on this machine that uses TLS. */
  readonly fingerprint?: string;
}

interface Failure {
  readonly message: string;
  readonly hint?: string;
}

/** Calls the operator's interface of a server. Failures are problems that name the next step. */
export class OperatorClient {
  constructor(readonly target: Target) {}

  async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await this.#send(method, path, body, TIMEOUT_MS);
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    if (response.statusCode === 200) return JSON.parse(text) as Answer;
    throw this.#problem(response.statusCode ?? 0, text);
  }

  /** All items of a list, over all of its pages. */
  async list<Item>(name: string): Promise<readonly Item[]> {
    const items: Item[] = [];
    let cursor: string | undefined;
    do {
      const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const page = await this.call<Record<string, unknown>>('GET', `${name}${query}`);
      items.push(...(page[name] as Item[]));
      cursor = page.nextCursor as string | undefined;
    } while (cursor !== undefined);
    return items;
  }

  /** The events of a stream, until the server ends it. The first is `ready`. */
  async *events(path: string): AsyncGenerator<{ readonly event: string; readonly data: string }> {
    const response = await this.#send('GET', path);
    if (response.statusCode !== 200) {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      throw this.#problem(response.statusCode ?? 0, text);
    }
    const decoder = new SseDecoder({ maxEventBytes: MAX_EVENT_BYTES });
    for await (const chunk of response.setEncoding('utf8')) {
      for (const event of decoder.push(chunk)) if (event.kind === 'event') yield event;
    }
  }

  async #send(method: string, path: string, body?: object, timeout = 0): Promise<IncomingMessage> {
    const { origin, token, fingerprint } = this.target;
    const url = new URL(`/operator/${path}`, origin);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const options = {
      method,
      timeout,
      headers: {
        authorization: `Bearer ${token}`,
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        }),
      },
    };
    const agent = fingerprint === undefined ? undefined : pinned(url, fingerprint);
    const sent: ClientRequest =
      url.protocol === 'https:'
        ? secureRequest(url, { ...options, ...(agent && { agent }) })
        : request(url, options);
    try {
      return await new Promise<IncomingMessage>((resolve, reject) => {
        sent.once('response', resolve).once('error', reject);
        sent.once('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS / 1_000} seconds`)));
        sent.end(text);
      });
    } catch (thrown) {
      throw Problem.failure(
        `The server at ${origin} cannot be reached: ${reasonOf(thrown) || 'the connection failed'}. See whether it runs, and name another with --url URL.`,
        thrown,
      );
    }
  }

  #problem(status: number, text: string): Problem {
    const { origin } = this.target;
    if (status === 401) {
      return Problem.failure(
        `The server at ${origin} does not accept the token. Set WORLDWIRE_TOKEN to a token of its token file with the right operate, or run the command as the user who runs the server.`,
      );
    }
    const failure = failureIn(text);
    if (failure === undefined) {
      return Problem.failure(
        `${origin} answered with status ${status}, and not as a worldwire server does. Check the address of --url.`,
      );
    }
    const { message, hint } = failure;
    return Problem.failure(hint === undefined ? message : `${message} ${hint}`);
  }
}

function pinned(url: URL, fingerprint: string): Agent {
  const agent = new Agent();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  agent.createConnection = (_options, done) => {
    connectPinned({ host, port: Number(url.port) }, fingerprint, (error, socket) =>
      done?.(error, socket as NonNullable<typeof socket>),
    );
    return undefined;
  };
  return agent;
}

function failureIn(text: string): Failure | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: Failure };
    return typeof error?.message === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
