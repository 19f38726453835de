import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ByPrincipal } from '@worldwire/server/internal';

const TICK_MS = 50;
/** The part of all connections that is kept for those without a credential or a request so far. */
const UNPROVED_PART = 4;
/** Clients that connect all at once have this long to send their requests. */
const GRACE_MS = 1_000;

/** One connection, by the address it comes from, or by its principal once that is known. */
interface Place {
  readonly principal: string;
  readonly socket: Socket;
  readonly since: number;
}

/**
 * A listener's connections. Those that have not proved who they are have places of their own: the oldest gives way, so
 * that a crowd of them keeps out neither each other nor the clients that are known. Of the known ones the principal with
 * the most gives way.
 */
export class HttpConnections {
  #server: Server | undefined;
  readonly #unproved = new ByPrincipal<Place>();
  readonly #proved = new ByPrincipal<Place>();
  readonly #places = new Map<Socket, Place>();
  /** In a TLS handshake, by their far end. Node's HTTP server does not know of them yet. */
  readonly #handshakes = new Map<string, Socket>();
  /** Without a request so far. Node counts them as busy, and would wait for their headers. */
  readonly #silent = new Set<Socket>();
  readonly #maxUnproved: number;
  readonly #maxUnprovedOfOne: number;
  readonly #maxProved: number;

  constructor(
    readonly most: number,
    readonly now: () => number,
  ) {
    this.#maxUnproved = Math.max(1, Math.floor(most / UNPROVED_PART));
    this.#maxUnprovedOfOne = Math.ceil(this.#maxUnproved / 2);
    this.#maxProved = Math.max(1, most - this.#maxUnproved);
  }

  watch(server: Server, secure: boolean): void {
    this.#server = server;
    server.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#silent.add(socket);
      this.#add(socket);
    });
    if (secure) this.#watchHandshakes(server);
  }

  /** A request has come on the connection. */
  spoke(socket: Socket): void {
    this.#silent.delete(socket);
  }

  /** A request on the connection was let in. */
  proved(socket: Socket, principal: string): void {
    const place = this.#places.get(socket);
    // Nothing left to do for all but the first request.
    if (place === undefined) return;
    this.#places.delete(socket);
    this.#unproved.delete(place);
    const known = { principal, socket, since: place.since };
    this.#proved.add(known);
    socket.once('close', () => this.#proved.delete(known));
    if (this.#proved.size > this.#maxProved) this.#letGo(this.#proved, this.#proved.largest);
  }

  /** Closes each connection as it falls idle. Returns the way to stop. */
  closeIdle(): () => void {
    const idle = setInterval(() => {
      this.#server?.closeIdleConnections();
      for (const socket of [...this.#silent, ...this.#handshakes.values()]) socket.destroy();
    }, TICK_MS);
    return () => clearInterval(idle);
  }

  #add(socket: Socket): void {
    const place = { principal: socket.remoteAddress ?? '', socket, since: this.now() };
    this.#places.set(socket, place);
    this.#unproved.add(place);
    socket.once('close', () => {
      this.#silent.delete(socket);
      this.#places.delete(socket);
      this.#unproved.delete(place);
    });
    const own = this.#unproved.of(place.principal);
    while (own.size > this.#maxUnprovedOfOne && this.#hadTime(own)) this.#letGo(this.#unproved, own);
    const { largest } = this.#unproved;
    while (this.#unproved.size > this.#maxUnproved && this.#hadTime(largest)) {
      this.#letGo(this.#unproved, largest);
    }
    if (this.#unproved.size + this.#proved.size > this.most) this.#letGo(this.#unproved, largest);
  }

  /** Whether the oldest of these has been open for long enough to send a request. */
  #hadTime([oldest]: Iterable<Place>): boolean {
    return oldest !== undefined && this.now() - oldest.since >= GRACE_MS;
  }

  /** Closes the oldest of these, of those without a request under way where there is one. */
  #letGo(shares: ByPrincipal<Place>, places: ReadonlySet<Place>): void {
    const [oldest] = places;
    const given = [...places].find(({ socket }) => isIdle(socket)) ?? oldest;
    if (given === undefined) return;
    shares.delete(given);
    given.socket.destroy();
  }

  #watchHandshakes(server: Server): void {
    server.on('connection', (socket: Socket) => {
      const end = farEnd(socket);
      this.#handshakes.set(end, socket);
      this.#add(socket);
      socket.once('close', () => {
        if (this.#handshakes.get(end) === socket) this.#handshakes.delete(end);
      });
    });
    server.on('secureConnection', (socket: Socket) => {
      const end = farEnd(socket);
      const plain = this.#handshakes.get(end);
      this.#handshakes.delete(end);
      // The TLS socket has the place from now on.
      const place = plain && this.#places.get(plain);
      if (plain === undefined || place === undefined) return;
      this.#places.delete(plain);
      this.#unproved.delete(place);
    });
  }
}

/** The response that Node writes to a socket at the moment, or nothing. */
function isIdle(socket: Socket & { readonly _httpMessage?: object | null }): boolean {
  return socket._httpMessage === null || socket._httpMessage === undefined;
}

/** The same for a socket and for what TLS made of it. */
function farEnd({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
