import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ByPrincipal } from '@worldwire/server/internal';

const TICK_MS = 50;
/** One of four connections may be unauthenticated: without a valid credential so far. */
const UNAUTHENTICATED_PART = 4;
/** Clients that connect at the same time have this long to send their requests. */
const GRACE_MS = 1_000;

/** One connection. Its principal is its address until it has authenticated. */
interface TrackedConnection {
  readonly principal: string;
  readonly socket: Socket;
  readonly since: number;
}

/**
 * Limits the connections of a listener. Unauthenticated connections have a limit of their own: the oldest is closed, so
 * that many of them keep out neither each other nor authenticated clients. Of the authenticated ones, the principal with
 * the most loses one.
 */
export class HttpConnections {
  #server: Server | undefined;
  readonly #unauthenticated = new ByPrincipal<TrackedConnection>();
  readonly #authenticated = new ByPrincipal<TrackedConnection>();
  readonly #bySocket = new Map<Socket, TrackedConnection>();
  /** Connections in a TLS handshake, by peer. Node's HTTP server does not know of them yet. */
  readonly #handshakes = new Map<string, Socket>();
  /** Connections without a request so far. Node counts these as busy, and would wait for their headers. */
  readonly #silent = new Set<Socket>();
  readonly #maxUnauthenticated: number;
  readonly #maxPerAddress: number;
  readonly #maxAuthenticated: number;

  constructor(
    readonly max: number,
    readonly now: () => number,
  ) {
    this.#maxUnauthenticated = Math.max(1, Math.floor(max / UNAUTHENTICATED_PART));
    this.#maxPerAddress = Math.ceil(this.#maxUnauthenticated / 2);
    this.#maxAuthenticated = Math.max(1, max - this.#maxUnauthenticated);
  }

  watch(server: Server, secure: boolean): void {
    this.#server = server;
    server.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#silent.add(socket);
      this.#add(socket);
    });
    if (secure) this.#watchHandshakes(server);
  }

  requestArrived(socket: Socket): void {
    this.#silent.delete(socket);
  }

  /** A request on the connection was authenticated. */
  authenticated(socket: Socket, principal: string): void {
    const connection = this.#bySocket.get(socket);
    // Undefined for all but the first request.
    if (connection === undefined) return;
    this.#bySocket.delete(socket);
    this.#unauthenticated.delete(connection);
    const known = { principal, socket, since: connection.since };
    this.#authenticated.add(known);
    socket.once('close', () => this.#authenticated.delete(known));
    if (this.#authenticated.size > this.#maxAuthenticated)
      this.#closeOldest(this.#authenticated, this.#authenticated.largest);
  }

  /** Closes each connection when it becomes idle. Returns a function that stops this. */
  closeIdle(): () => void {
    const idle = setInterval(() => {
      this.#server?.closeIdleConnections();
      for (const socket of [...this.#silent, ...this.#handshakes.values()]) socket.destroy();
    }, TICK_MS);
    return () => clearInterval(idle);
  }

  #add(socket: Socket): void {
    const connection = { principal: socket.remoteAddress ?? '', socket, since: this.now() };
    this.#bySocket.set(socket, connection);
    this.#unauthenticated.add(connection);
    socket.once('close', () => {
      this.#silent.delete(socket);
      this.#bySocket.delete(socket);
      this.#unauthenticated.delete(connection);
    });
    const own = this.#unauthenticated.of(connection.principal);
    while (own.size > this.#maxPerAddress && this.#hadTime(own))
      this.#closeOldest(this.#unauthenticated, own);
    const { largest } = this.#unauthenticated;
    while (this.#unauthenticated.size > this.#maxUnauthenticated && this.#hadTime(largest)) {
      this.#closeOldest(this.#unauthenticated, largest);
    }
    if (this.#unauthenticated.size + this.#authenticated.size > this.max)
      this.#closeOldest(this.#unauthenticated, largest);
  }

  /** Whether the oldest of these had the time to send a request. */
  #hadTime([oldest]: Iterable<TrackedConnection>): boolean {
    return oldest !== undefined && this.now() - oldest.since >= GRACE_MS;
  }

  /** Closes the oldest of these, preferably one without a request in flight. */
  #closeOldest(shares: ByPrincipal<TrackedConnection>, connections: ReadonlySet<TrackedConnection>): void {
    const [oldest] = connections;
    const closed = [...connections].find(({ socket }) => isIdle(socket)) ?? oldest;
    if (closed === undefined) return;
    shares.delete(closed);
    closed.socket.destroy();
  }

  #watchHandshakes(server: Server): void {
    server.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      this.#handshakes.set(peer, socket);
      this.#add(socket);
      socket.once('close', () => {
        if (this.#handshakes.get(peer) === socket) this.#handshakes.delete(peer);
      });
    });
    server.on('secureConnection', (socket: Socket) => {
      const peer = peerOf(socket);
      const plain = this.#handshakes.get(peer);
      this.#handshakes.delete(peer);
      // From now on the TLS socket counts.
      const connection = plain && this.#bySocket.get(plain);
      if (plain === undefined || connection === undefined) return;
      this.#bySocket.delete(plain);
      this.#unauthenticated.delete(connection);
    });
  }
}

/** Whether Node writes no response to the socket. */
function isIdle(socket: Socket & { readonly _httpMessage?: object | null }): boolean {
  return socket._httpMessage === null || socket._httpMessage === undefined;
}

/** The same for a TLS socket and the plain socket below it. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
