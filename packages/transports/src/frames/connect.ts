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

const CONNECT_MS = 60_000;
/** Where `worldwire serve --frames` listens. */
const DEFAULT_PORT = 6400;
/** The host may be an IPv6 address in brackets; what comes behind it is the port, or wrong. */
const NETWORK_URL = /^(tcp|tls):\/\/(\[[^\]]*\]|[^:/?#@]*)(.*)$/is;
const UNIX_URL = /^unix:(.*)$/is;

export interface ConnectOptions extends FramesClientOptions {
  /** Speaks TLS, with these settings, such as a `ca`. Not on a unix socket. */
  readonly tls?: ConnectionOptions;
  /** How long connecting may take, a TLS handshake included, and then each request; 0 and Infinity wait for ever. */
  readonly timeoutMs?: number;
}

/** Connects to a server that listens for frames. */
export async function connectFrames(
  host: string,
  port: number,
  options: ConnectOptions = {},
): Promise<FramesClient> {
  const { tls } = options;
  if (host === '') throw new TypeError('Name the host to connect to, such as 127.0.0.1.');
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new RangeError(`${port} is no port: give a whole number from 1 to 65535.`);
  }
  if (tls === undefined) return open(() => connect({ host, port }), 'connect', options);
  return open(() => connectSecurely({ host, port, ...tls }), 'secureConnect', options);
}

/**
 * The same, by the address that a listener says: "tcp://HOST:PORT", "tls://HOST:PORT" or "unix:/PATH". Without a port it
 * is 6400.
 */
export async function connectFramesUrl(url: string, options: ConnectOptions = {}): Promise<FramesClient> {
  const path = UNIX_URL.exec(url)?.[1];
  if (path !== undefined) return connectFramesPath(path, options);
  const [, scheme, name, rest] = NETWORK_URL.exec(url) ?? [];
  if (scheme === undefined || name === undefined || rest === undefined) {
    throw new TypeError(`"${url}" is no address of frames: it begins with tcp://, tls:// or unix:.`);
  }
  const host = name.replace(/^\[|\]$/g, '');
  if (host === '') throw new TypeError(`"${url}" names no host: write ${scheme}://HOST:PORT.`);
  const port = /^(?::(\d+))?\/?$/.exec(rest);
  if (port === null) {
    throw new TypeError(`"${url}" has "${rest}" behind its host: write ${scheme}://HOST:PORT and no more.`);
  }
  const secure = scheme.toLowerCase() === 'tls';
  return connectFrames(host, Number(port[1] ?? DEFAULT_PORT), secure ? { tls: {}, ...options } : options);
}

async function connectFramesPath(path: string, options: ConnectOptions): Promise<FramesClient> {
  if (path === '') throw new TypeError('"unix:" names no socket: write unix:/PATH.');
  if (options.tls !== undefined) {
    throw new TypeError('A unix socket speaks no TLS, since it never leaves the machine: leave "tls" out.');
  }
  return open(() => connect({ path }), 'connect', options);
}

function open(
  dial: () => Socket,
  event: 'connect' | 'secureConnect',
  options: FramesClientOptions,
): Promise<FramesClient> {
  const { timeoutMs = CONNECT_MS } = options;
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
      fail(new FramesError('timeout', `No connection came about in ${timeoutMs} ms.`)),
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
      // Where every address of a host was tried in vain, there is a code and no message.
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

  /** What was written before leaves first. */
  close(): void {
    this.#socket.destroySoon();
  }
}
