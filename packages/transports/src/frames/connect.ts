import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls';
import {
  after,
  type ByteStream,
  FramesClient,
  type FramesClientOptions,
  FramesError,
  requireTimeout,
} from '@worldwire/protocol';

const DEFAULT_TIMEOUT_MS = 60_000;
/** The default of `worldwire serve --frames`. */
const DEFAULT_PORT = 6400;
/** The host may be an IPv6 address in brackets. The last group is the port, or invalid. */
const NETWORK_URL = /^(tcp|tls):\/\/(\[[^\]]*\]|[^:/?#@]*)(.*)$/is;
const UNIX_URL = /^unix:(.*)$/is;

export interface ConnectOptions extends FramesClientOptions {
  /** Connects with TLS and these settings, such as a `ca`. Not for a unix socket. */
  readonly tls?: ConnectionOptions;
  /** The timeout for connecting, TLS handshake included, and then for each request. 0 and Infinity mean none. */
  readonly timeoutMs?: number;
}

/** Connects to a server that listens for frames. */
export async function connectFrames(
  host: string,
  port: number,
  options: ConnectOptions = {},
): Promise<FramesClient> {
  const { tls } = options;
  if (host === '') throw new TypeError('The host is empty: give one, such as 127.0.0.1.');
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new RangeError(`Invalid port ${port}: give a whole number from 1 to 65535.`);
  }
  if (tls === undefined) return open(() => connect({ host, port }), 'connect', options);
  return open(() => connectSecurely({ host, port, ...tls }), 'secureConnect', options);
}

/**
 * Connects to the URL of a listener: "tcp://HOST:PORT", "tls://HOST:PORT" or "unix:/PATH". The default port is 6400.
 */
export async function connectFramesUrl(url: string, options: ConnectOptions = {}): Promise<FramesClient> {
  const path = UNIX_URL.exec(url)?.[1];
  if (path !== undefined) return connectFramesPath(path, options);
  const [, scheme, name, rest] = NETWORK_URL.exec(url) ?? [];
  if (scheme === undefined || name === undefined || rest === undefined) {
    throw new TypeError(`Invalid URL "${url}": it must begin with tcp://, tls:// or unix:.`);
  }
  const host = name.replace(/^\[|\]$/g, '');
  if (host === '') throw new TypeError(`"${url}" has no host: write ${scheme}://HOST:PORT.`);
  const port = /^(?::(\d+))?\/?$/.exec(rest);
  if (port === null) {
    throw new TypeError(`"${url}" has "${rest}" after its host: write ${scheme}://HOST:PORT.`);
  }
  const secure = scheme.toLowerCase() === 'tls';
  return connectFrames(host, Number(port[1] ?? DEFAULT_PORT), secure ? { tls: {}, ...options } : options);
}

async function connectFramesPath(path: string, options: ConnectOptions): Promise<FramesClient> {
  if (path === '') throw new TypeError('"unix:" has no path: write unix:/PATH.');
  if (options.tls !== undefined) {
    throw new TypeError('A unix socket does not use TLS: leave out "tls".');
  }
  return open(() => connect({ path }), 'connect', options);
}

function open(
  dial: () => Socket,
  event: 'connect' | 'secureConnect',
  options: FramesClientOptions,
): Promise<FramesClient> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  return new Promise((resolve, reject) => {
    requireTimeout(timeoutMs);
    const socket = dial();
    const stream = new SocketStream(socket);
    const fail = (reason: unknown) => {
      stop();
      socket.destroy();
      reject(reason);
    };
    const stop = after(timeoutMs, () =>
      fail(new FramesError('timeout', `No connection within ${timeoutMs} ms.`)),
    );
    stream.onClose((reason = 'The server closed the connection.') => fail(new FramesError('closed', reason)));
    socket.once(event, () => {
      stop();
      socket.setNoDelay(true);
      try {
        resolve(new FramesClient(stream, options));
      } catch (thrown) {
        fail(thrown);
      }
    });
  });
}

class SocketStream implements ByteStream {
  readonly #socket: Socket;
  #reason: string | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // An AggregateError of several addresses has a code and no message.
      this.#reason = error.message || error.code;
    });
  }

  write(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  onData(listener: (bytes: Uint8Array) => void): void {
    this.#socket.on('data', listener);
  }

  onClose(listener: (reason?: string) => void): void {
    this.#socket.once('close', () => listener(this.#reason));
  }

  /** Closes after pending writes. */
  close(): void {
    this.#socket.destroySoon();
  }
}
