import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer, Server as TlsServer } from 'node:tls';
import type { FramingName } from '@worldwire/protocol';
import type { Log } from '@worldwire/server';
import { createMemory, FairTurns, type Limits, type Memory, Places } from '@worldwire/server/internal';
import type { AuthFailures } from '../auth/auth-throttle.js';
import { endCredentials } from '../auth/end-credentials.js';
import { requireTokens } from '../auth/loopback.js';
import type { TokenStore } from '../auth/tokens.js';
import { Authenticator, type FramesWorld } from './authenticator.js';
import type { Engines } from './engine-channel.js';
import { FramesConnections } from './frames-connections.js';
import { type FramesAddress, listenAt } from './listen-address.js';

/** TCP keep-alive finds peers that disappeared. */
const KEEP_ALIVE_MS = 60_000;
/** Connections that clients leave to engines, where engines are accepted: as many engines as may be linked, twice while they reconnect. */
const ENGINE_CONNECTIONS = 32;

/** At a host and a port, or at the path of a unix socket. */
export type FramesOptions = FramesAddress & FramesSettings;

export interface FramesSettings {
  /** By name. The first is the default. */
  readonly worlds: ReadonlyMap<string, FramesWorld>;
  readonly limits: Limits;
  readonly log: Log;
  readonly now: () => number;
  readonly framing?: FramingName;
  /** Without tokens every process on this machine may connect, and only loopback addresses are allowed. */
  readonly tokens?: TokenStore;
  /** Not for a unix socket, which only its owner can open. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** The reason why a world is not ready, for `transport.healthCheck`. */
  readonly ready?: () => string | undefined | Promise<string | undefined>;
  /** Accepts engines. Without it they are refused. */
  readonly engines?: Engines;
  /** The world of the engines, whose rights decide on links. The default is the first world. */
  readonly engineWorld?: string;
  /** Refuses clients. */
  readonly enginesOnly?: boolean;
  /** Shared by all listeners and kernels of a process. The default is its own. */
  readonly memory?: Memory;
  /** Shared like `memory`: wrong tokens by address. */
  readonly failures?: AuthFailures;
  /** Shared like `memory`: turns for expensive work. */
  readonly turns?: FairTurns;
}

export interface FramesListener {
  /** "tcp://127.0.0.1:6400", "tls://…" or "unix:/path". */
  readonly url: string;
  /** 0 for a unix socket. */
  readonly port: number;
  /** The number of open connections. */
  readonly connections: number;
  /** After a change of principals by other means than `tokens`: ends what their credentials no longer allow. */
  recheck(): void;
  /**
   * Accepts no more clients and requests. Requests in flight continue, and engines stay linked. Resolves when messages
   * that are arriving are complete, or after `drainMs`. Use it as `kernel.close(listener.stop())`.
   */
  stop(): Promise<void>;
  /** Stops, lets requests in flight finish, and resolves when every connection is closed. */
  close(): Promise<void>;
}

/** Opens a listener for JSON-RPC in frames, or in lines, for one or more worlds. */
export async function listenFrames(options: FramesOptions): Promise<FramesListener> {
  const { worlds, tokens, limits, now, memory = createMemory(limits), turns = new FairTurns(now) } = options;
  const tls = 'path' in options ? undefined : options.tls;
  let closed: Promise<void> | undefined;
  if (worlds.size === 0) throw new Error('`worlds` is empty: give at least one world.');
  if ('host' in options) requireTokens(options.host, tokens);
  const connections = new FramesConnections({
    worlds,
    authenticator: new Authenticator({
      worlds,
      tokens,
      now,
      failures: options.failures,
      enginesOnly: options.enginesOnly ?? false,
    }),
    framing: options.framing ?? 'frames',
    limits,
    clients: clientPlaces(limits, options.engines !== undefined),
    log: options.log,
    now,
    ready: () => (closed === undefined ? options.ready?.() : 'The server is stopping.'),
    engines: options.engines,
    engineWorld: engineWorldOf(options),
    memory,
    turns,
  });
  const recheck = () => endCredentials([...worlds.values()].map(({ kernel }) => kernel));
  const unwatch = tokens?.onChange(recheck);
  const server = createListener({ ...options, tls }, socket => connections.take(socket));
  const sockets = trackSockets(server, limits);
  const { url, port } = await listenAt(server, options, tls !== undefined);
  server.on('error', error => options.log.error({ err: error }, 'a connection could not be accepted'));
  const stop = () => {
    closed ??= new Promise(resolve => server.close(() => resolve()));
    return connections.stop();
  };
  const close = async () => {
    await stop();
    await connections.drain();
    unwatch?.();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  let closing: Promise<void> | undefined;
  return {
    url,
    port,
    get connections() {
      return connections.size;
    },
    recheck,
    stop,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** Engines have a quarter at most, where the limit is small. */
function clientPlaces({ connections, principalPercent: percent }: Limits, hasEngines: boolean): Places {
  const room = hasEngines ? Math.min(ENGINE_CONNECTIONS, Math.floor(connections / 4)) : 0;
  return new Places({
    ...{ limit: 'connections', total: connections - room, percent, of: 'this address' },
    ...{ things: 'connections', state: 'are open' },
    next: 'Close connections that you do not need, or send more requests on one connection.',
  });
}

function engineWorldOf({ worlds, engineWorld }: FramesSettings): FramesWorld {
  const named = engineWorld === undefined ? undefined : worlds.get(engineWorld);
  return named ?? (worlds.values().next().value as FramesWorld);
}

function createListener(
  { tls, log, limits }: Pick<FramesSettings, 'log' | 'limits'> & { tls: FramesSettings['tls'] | undefined },
  take: (socket: Socket) => void,
): Server {
  // Half open: a client may end its side and still read the answers.
  const settings = {
    allowHalfOpen: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
  };
  if (tls === undefined) return createServer(settings, take);
  const handshakeTimeout = limits.authenticateMs;
  return createSecureServer({ ...settings, ...tls, handshakeTimeout }, take).on(
    'tlsClientError',
    (error, socket) => {
      log.debug({ err: error }, 'a TLS handshake failed');
      // After a timeout Node leaves the socket open.
      socket.destroy();
    },
  );
}

/** All sockets, including those in a TLS handshake. Closes the oldest handshake when there are too many. */
function trackSockets(server: Server, { connections }: Limits): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const handshakes = new Map<string, Socket>();
  // Served connections, handshakes, and refused connections that still read the reason.
  server.maxConnections = 3 * connections;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (!(server instanceof TlsServer)) return;
    const peer = peerOf(socket);
    handshakes.set(peer, socket);
    socket.once('close', () => handshakes.get(peer) === socket && handshakes.delete(peer));
    if (handshakes.size > connections) handshakes.values().next().value?.destroy();
  });
  server.on('secureConnection', (socket: Socket) => handshakes.delete(peerOf(socket)));
  return sockets;
}

/** The same for a TLS socket and the plain socket below it. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
