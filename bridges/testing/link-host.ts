import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { LinkChannel } from '@worldwire/engine/linked';
import { encodeFrame, FrameDecoder } from '@worldwire/protocol';

const MAX_BYTES = 16 * 1024 * 1024;

/** What a bridge says first. */
export interface Hello {
  readonly id: number;
  readonly method: string;
  readonly params: {
    readonly token?: string;
    readonly role: string;
    readonly engine: {
      readonly name: string;
      readonly version: string;
      readonly project: string;
      readonly capabilities: readonly string[];
      readonly instance: string;
      readonly firstId?: number;
    };
  };
}

/** Takes in a bridge and says where its ids begin, or why it is refused. */
export type Join = (hello: Hello['params'], channel: SocketChannel) => { readonly firstId: number } | string;

/** Listens for bridges: frames, the greeting, and nothing else. */
export class LinkHost {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, join: Join) {
    this.#server = server;
    server.on('connection', socket => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      const channel = new SocketChannel(socket);
      channel.onMessage(greet);
      function greet(message: unknown): void {
        channel.onMessage(() => {});
        const { id, params } = message as Hello;
        const outcome = join(params, channel);
        if (typeof outcome !== 'string') {
          channel.send(JSON.stringify({ jsonrpc: '2.0', id, result: { sessionId: 'test', ...outcome } }));
          return;
        }
        channel.send(JSON.stringify({ jsonrpc: '2.0', id, error: { code: 1000, message: outcome } }));
        channel.close();
      }
    });
  }

  static async listen(join: Join, port = 0): Promise<LinkHost> {
    const server = createServer();
    const host = new LinkHost(server, join);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return host;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Closes every connection, and listens on. */
  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** As when a server ends: it stops listening and closes every connection. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

/** A bridge's connection, message by message. */
export class SocketChannel implements LinkChannel {
  readonly remote: string;
  readonly #socket: Socket;
  #listener: (message: unknown) => void = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    this.remote = `${socket.remoteAddress}:${socket.remotePort}`;
    const decoder = new FrameDecoder({ maxBytes: MAX_BYTES });
    socket.setNoDelay(true);
    // Whatever broke it, its close is told.
    socket.on('error', () => {});
    socket.on('data', chunk => {
      for (const event of decoder.push(chunk)) {
        if (event.kind !== 'message') throw new Error(event.reason);
        this.#listener(JSON.parse(event.text));
      }
    });
  }

  get received(): number {
    return this.#socket.bytesRead;
  }

  send(message: string): boolean {
    return this.write(encodeFrame(message));
  }

  write(bytes: Uint8Array): boolean {
    if (this.#socket.destroyed) return false;
    this.#socket.write(bytes);
    return true;
  }

  /** In the place of the one before. */
  onMessage(listener: (message: unknown) => void): void {
    this.#listener = listener;
  }

  onClose(listener: (reason: string) => void): void {
    this.#socket.once('close', () => listener('the connection was lost'));
  }

  close(): void {
    this.#socket.end();
  }
}
