import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

const TICK_MS = 50;

/** A listener's connections, for the day it closes. */
export class Connections {
  #server: Server | undefined;
  /** Without a request so far. Node counts them as busy, and would wait for their headers. */
  readonly #silent = new Set<Socket>();

  watch(server: Server, secure: boolean): void {
    this.#server = server;
    server.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#silent.add(socket);
      socket.once('close', () => this.#silent.delete(socket));
    });
  }

  /** A connection has its first request, or a further one. */
  spoke({ socket }: IncomingMessage): void {
    this.#silent.delete(socket);
  }

  /** Lets go of each connection as it falls idle, and of all that are left after `most` ms. Returns the way to stop. */
  drain(most: number): () => void {
    const idle = setInterval(() => {
      this.#server?.closeIdleConnections();
      for (const socket of this.#silent) socket.destroy();
    }, TICK_MS);
    const deadline = setTimeout(() => this.#server?.closeAllConnections(), most);
    return () => {
      clearInterval(idle);
      clearTimeout(deadline);
    };
  }
}
