import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls';
import { type ByteStream, FramesClient, type FramesClientOptions, FramesError } from '@worldwire/protocol';

const CONNECT_MS = 60_000;

export interface ConnectOptions extends FramesClientOptions {
  /** Speaks TLS, with these settings, such as a `ca`. */
  readonly tls?: ConnectionOptions;
}

/** Connects to a server that listens for frames. */
export function connectFrames(
  host: string,
  port: number,
  options: ConnectOptions = {},
): Promise<FramesClient> {
  const { tls } = options;
  return client(
    tls === undefined ? connect({ host, port }) : connectSecurely({ host, port, ...tls }),
    tls === undefined ? 'connect' : 'secureConnect',
    options,
  );
}

/** The same, by the address that a listener says: "tcp://…", "tls://…" or "unix:/path". */
export async function connectFramesUrl(url: string, options: ConnectOptions = {}): Promise<FramesClient> {
  if (url.startsWith('unix:'))
    return client(connect({ path: url.slice('unix:'.length) }), 'connect', options);
  const { protocol, hostname, port } = URL.canParse(url)
    ? new URL(url)
    : { protocol: '', hostname: '', port: '' };
  if (protocol !== 'tcp:' && protocol !== 'tls:') {
    throw new TypeError(`"${url}" is no address of frames: it begins with tcp://, tls:// or unix:.`);
  }
  const host = hostname.replace(/^\[|\]$/g, '');
  return connectFrames(host, Number(port), protocol === 'tls:' ? { tls: {}, ...options } : options);
}

function client(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  options: FramesClientOptions,
): Promise<FramesClient> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => reject(new FramesError('closed', error.message));
    const { timeoutMs = CONNECT_MS } = options;
    const onTimeout = () => {
      socket.destroy();
      reject(new FramesError('timeout', `No connection came about in ${timeoutMs} ms.`));
    };
    socket.once('error', onError);
    socket.setTimeout(timeoutMs, onTimeout);
    socket.once(event, () => {
      socket.removeListener('error', onError);
      socket.setTimeout(0);
      socket.removeListener('timeout', onTimeout);
      socket.setNoDelay(true);
      resolve(new FramesClient(new SocketStream(socket), options));
    });
  });
}

class SocketStream implements ByteStream {
  readonly #socket: Socket;
  #reason: string | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', error => {
      this.#reason = error.message;
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
