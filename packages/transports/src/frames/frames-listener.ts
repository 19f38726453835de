import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer, Server as TlsServer } from 'node:tls';
import type { FramingName } from '@worldwire/protocol';
import { createMemory, FairTurns, type Log, type Memory, type MemoryLimits } from '@worldwire/server';
import { requireTokens } from '../auth/loopback.js';
import type { TokenStore } from '../auth/tokens.js';
import { Authenticator, type FramesWorld } from './authenticator.js';
import type { Engines } from './engine-channel.js';
import { FramesConnections } from './frames-connections.js';
import type { FramesLimits } from './frames-limits.js';
import { type FramesAddress, listenAt } from './listen-address.js';

/** A peer that vanished without a word is found by the system, not by us. */
const KEEP_ALIVE_MS = 60_000;

/** At a host and a port, or at the path of a unix socket. */
export type FramesOptions = FramesAddress & FramesSettings;

export interface FramesSettings {
  /** By name; a client that names none speaks with the first. */
  readonly worlds: ReadonlyMap<string, FramesWorld>;
  readonly limits: FramesLimits & MemoryLimits;
  readonly log: Log;
  readonly now: () => number;
  readonly framing?: FramingName;
  /** Without it everybody on this machine may come in, and nobody else can. */
  readonly tokens?: TokenStore;
  /** Not on a unix socket, which only its owner can reach. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Why a served world is not ready, for `transport.healthCheck`. */
  readonly ready?: () => string | undefined | Promise<string | undefined>;
  /** Takes the engines that dial in. Without it none may. */
  readonly engines?: Engines;
  /** Clients are not served here. */
  readonly enginesOnly?: boolean;
  /** Shared by all listeners and kernels of a process. A listener that gets none has its own. */
  readonly memory?: Memory;
  /** The same for expensive work. */
  readonly turns?: FairTurns;
}

export interface FramesListener {
  /** "tcp://127.0.0.1:6400", "tls://…" or "unix:/path". */
  readonly url: string;
  /** 0 for a unix socket. */
  readonly port: number;
  /** Open connections, for those who watch. */
  readonly connections: number;
  /**
   * Takes no new clients and no new requests. Those in flight go on, and engines stay linked. Resolves when the messages
   * that have begun to arrive are here, or after `drainMs`. A kernel waits for it: `kernel.close(listener.stop())`.
   */
  stop(): Promise<void>;
  /** Stops, lets what is in flight finish, and resolves when every connection is gone. */
  close(): Promise<void>;
}

/** Opens a listener for JSON-RPC in frames, or in lines, for one or more worlds. */
export async function listenFrames(options: FramesOptions): Promise<FramesListener> {
  const { worlds, tokens, limits, now, memory = createMemory(limits), turns = new FairTurns(now) } = options;
  const tls = 'path' in options ? undefined : options.tls;
  let closed: Promise<void> | undefined;
  if (worlds.size === 0) throw new Error('Name at least one world to serve.');
  if ('host' in options) requireTokens(options.host, tokens);
  const connections = new FramesConnections({
    worlds,
    authenticator: new Authenticator({ worlds, tokens, now, enginesOnly: options.enginesOnly ?? false }),
    framing: options.framing ?? 'frames',
    limits,
    log: options.log,
    now,
    ready: () => (closed === undefined ? options.ready?.() : 'The server is stopping.'),
    engines: options.engines,
    memory,
    turns,
  });
  const server = createListener({ ...options, tls }, socket => connections.take(socket));
  const sockets = watch(server, limits);
  const { url, port } = await listenAt(server, options, tls !== undefined);
  server.on('error', error => options.log.error({ err: error }, 'a connection could not be accepted'));
  const stop = () => {
    closed ??= new Promise(resolve => server.close(() => resolve()));
    return connections.stop();
  };
  const close = async () => {
    await stop();
    await connections.drain();
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
    stop,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function createListener(
  { tls, log, limits }: Pick<FramesSettings, 'log' | 'limits'> & { tls: FramesSettings['tls'] | undefined },
  take: (socket: Socket) => void,
): Server {
  // Half open, so that a client may end its side and still read the answers.
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
      // One that is only late stays open otherwise, and takes the place of another.
      socket.destroy();
    },
  );
}

/** Every socket, also those that are no connection yet: a TLS client has a handshake to make first. */
function watch(server: Server, { connections }: FramesLimits): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const shaking = new Map<string, Socket>();
  // Those who are served, those who shake hands, and those who were turned away and read why.
  server.maxConnections = 3 * connections;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (!(server instanceof TlsServer)) return;
    const peer = peerOf(socket);
    shaking.set(peer, socket);
    socket.once('close', () => shaking.get(peer) === socket && shaking.delete(peer));
    // As with those who do not say who they are: a crowd cannot keep others out.
    if (shaking.size > connections) shaking.values().next().value?.destroy();
  });
  server.on('secureConnection', (socket: Socket) => shaking.delete(peerOf(socket)));
  return sockets;
}

/** The same for a TLS client as for the plain socket below it. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
