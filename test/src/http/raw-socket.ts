import { connect, type Socket } from 'node:net';
import { within } from './until.js';

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection on which a test sends exact bytes. */
export class RawSocket {
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
  #received: Buffer = Buffer.alloc(0);
  #gone = false;
  #wake: () => void = () => {};

  private constructor(readonly socket: Socket) {
    this.closed = new Promise(resolve => {
      socket.on('close', () => {
        this.#gone = true;
        this.#wake();
        resolve();
      });
    });
    socket.on('error', () => {});
    socket.setNoDelay(true);
    socket.on('data', chunk => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
  }

  static open(port: number, host = '127.0.0.1'): Promise<RawSocket> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, host, () => resolve(new RawSocket(socket)));
      socket.once('error', reject);
    });
  }

  /** One request on a connection of its own. */
  static async exchange(port: number, bytes: string | Buffer): Promise<RawResponse> {
    const connection = await RawSocket.open(port);
    try {
      return await connection.send(bytes).response();
    } finally {
      connection.destroy();
    }
  }

  get gone(): boolean {
    return this.#gone;
  }

  get unread(): string {
    return this.#received.toString('latin1');
  }

  send(bytes: string | Buffer): this {
    this.socket.write(bytes);
    return this;
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** The next whole response. Fails when the connection ends before it. */
  response(deadlineMs?: number): Promise<RawResponse> {
    return within(this.#response(), 'a response on the raw connection', deadlineMs);
  }

  async #response(): Promise<RawResponse> {
    for (;;) {
      const parsed = parse(this.#received, this.#gone);
      if (parsed !== undefined) {
        this.#received = this.#received.subarray(parsed.size);
        return parsed.response;
      }
      if (this.#gone)
        throw new Error(`The connection ended without a response: ${JSON.stringify(this.unread)}`);
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }
}

/** The text of a request. Headers are pairs, so that a name may come twice. */
export function rawRequest(
  method: string,
  target: string,
  headers: readonly (readonly [string, string])[],
  body = '',
): string {
  const sized = body !== '' && !headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  const all = sized ? [...headers, ['Content-Length', String(Buffer.byteLength(body))] as const] : headers;
  return `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** Pipelined POSTs to /mcp on one connection. */
export async function pipeline(
  port: number,
  requests: readonly { readonly headers: Readonly<Record<string, string>>; readonly body: string }[],
): Promise<RawSocket> {
  const socket = await RawSocket.open(port);
  const texts = requests.map(({ headers, body }) =>
    rawRequest('POST', '/mcp', [['Host', `127.0.0.1:${port}`], ...Object.entries(headers)], body),
  );
  return socket.send(texts.join(''));
}

function parse(bytes: Buffer, ended: boolean): { size: number; response: RawResponse } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(first.split(' ')[1]);
  const headers = Object.fromEntries(
    lines.map(line => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const start = headEnd + 4;
  const length = headers['content-length'];
  if (length !== undefined || status === 204 || status < 200) {
    const size = start + Number(length ?? 0);
    return bytes.length < size
      ? undefined
      : { size, response: { status, headers, body: bytes.toString('utf8', start, size) } };
  }
  if (headers['transfer-encoding'] === 'chunked') {
    const end = bytes.indexOf('0\r\n\r\n', start);
    if (end === -1) return undefined;
    const body = bytes.toString('utf8', start, end).replace(/^[0-9a-f]+\r\n|\r\n[0-9a-f]+\r\n|\r\n$/gi, '');
    return { size: end + 5, response: { status, headers, body } };
  }
  return ended
    ? { size: bytes.length, response: { status, headers, body: bytes.toString('utf8', start) } }
    : undefined;
}
