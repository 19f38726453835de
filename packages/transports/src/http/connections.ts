import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

const TICK_MS = 50;

/** A listener's connections, for the day it closes. */
export class Connections {
  #server: Server | undefined;
  /** Without a request so far. Node counts them as busy, and would wait for their headers. */
  readonly #silent = new Set<Socket>();
  /** In a TLS handshake, by their far end. Node's HTTP server does not know of them yet. */
  readonly #handshakes = new Map<string, Socket>();

  watch(server: Server, secure: boolean): void {
    this.#server = server;
    server.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#silent.add(socket);
      socket.once('close', () => this.#silent.delete(socket));
    });
    if (secure) this.#watchHandshakes(server);
  }

  /** A connection has its first request, or a further one. */
  spoke({ socket }: IncomingMessage): void {
    this.#silent.delete(socket);
  }

  /** Lets go of each connection as it falls idle, and of all that are left after `most` ms. Returns the way to stop. */
  drain(most: number): () => void {
    const idle = setInterval(() => {
      this.#server?.closeIdleConnections();
      for (const socket of [...this.#silent, ...this.#handshakes.values()]) socket.destroy();
    }, TICK_MS);
    const deadline = setTimeout(() => this.#server?.closeAllConnections(), most);
    return () => {
      clearInterval(idle);
      clearTimeout(deadline);
    };
  }

  #watchHandshakes(server: Server): void {
    server.on('connection', (socket: Socket) => {
      const end = farEnd(socket);
      this.#handshakes.set(end, socket);
      socket.once('close', () => {
        if (this.#handshakes.get(end) === socket) this.#handshakes.delete(end);
      });
    });
    server.on('secureConnection', (socket: Socket) => this.#handshakes.delete(farEnd(socket)));
  }
}

/** The same for a socket and for what TLS made of it. */
function farEnd({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
