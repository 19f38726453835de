import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import type { FramingName } from '@worldwire/protocol';
import type { World } from '@worldwire/server';
import { DEFAULT_LIMITS, Kernel, type Limits, Policy } from '@worldwire/server/internal';
import { listenFrames } from '@worldwire/transports/frames';
import { listenHttp } from '@worldwire/transports/http';
import { serveStdio } from '@worldwire/transports/stdio';
import { largeAnswers } from '../harness.js';
import { HttpWireClient } from './http-wire-client.js';
import { StreamWireClient } from './stream-wire-client.js';
import type { WireClient } from './wire-client.js';

/** A wire that serves a world. */
export interface Served {
  readonly kernel: Kernel;
  connect(): Promise<WireClient>;
  close(): Promise<void>;
}

export type Serve = (world: World, limits?: Partial<Limits>) => Promise<Served>;

/** All wires. */
export const WIRES: readonly (readonly [string, Serve])[] = [
  ['http', serveHttp],
  ['stdio', serveOnStreams],
  ['frames', (world, limits) => serveFrames('frames', world, limits)],
  ['frames in lines', (world, limits) => serveFrames('newline', world, limits)],
];

const log = { debug() {}, info() {}, warn() {}, error() {} };

function open(world: World, changed: Partial<Limits> = {}) {
  const limits = { ...DEFAULT_LIMITS, ...largeAnswers(changed) };
  const [policy, secret] = [new Policy(world), randomBytes(32)];
  const now = Date.now;
  const kernel = new Kernel(world, {
    limits,
    policy,
    log,
    now,
    randomBytes,
    secret,
    audit: { begin() {}, end() {}, refuse() {} },
  });
  return { kernel, limits, log, now };
}

async function serveHttp(world: World, changed?: Partial<Limits>): Promise<Served> {
  const { kernel, ...rest } = open(world, changed);
  const mounts = [{ path: '/mcp', kernel }];
  const listener = await listenHttp({ host: '127.0.0.1', port: 0, mounts, ...rest });
  const clients: WireClient[] = [];
  return {
    kernel,
    async connect() {
      const wire = new HttpWireClient(`${listener.url}/mcp`);
      clients.push(wire);
      return wire;
    },
    async close() {
      for (const wire of clients) wire.leave();
      await closed(listener, kernel);
    },
  };
}

async function serveOnStreams(world: World, changed?: Partial<Limits>): Promise<Served> {
  const { kernel, limits } = open(world, changed);
  const wires: { close(): Promise<void> }[] = [];
  return {
    kernel,
    async connect() {
      const [input, output] = [new PassThrough(), new PassThrough()];
      wires.push(serveStdio({ kernel, input, output, limits, log }));
      const wire = new StreamWireClient(
        'newline',
        bytes => input.write(bytes),
        () => input.end(),
      );
      output.on('data', chunk => wire.take(chunk));
      return wire;
    },
    async close() {
      await Promise.all([...wires.map(wire => wire.close()), kernel.close()]);
    },
  };
}

async function serveFrames(framing: FramingName, world: World, changed?: Partial<Limits>): Promise<Served> {
  const { kernel, ...rest } = open(world, changed);
  const worlds = new Map([[world.name, { kernel }]]);
  const listener = await listenFrames({ host: '127.0.0.1', port: 0, worlds, framing, ...rest });
  return {
    kernel,
    async connect() {
      const socket = connect(listener.port, '127.0.0.1');
      const wire = new StreamWireClient(
        framing,
        bytes => socket.write(bytes),
        () => socket.end(),
      );
      socket.on('data', chunk => wire.take(chunk));
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      return wire;
    },
    close: () => closed(listener, kernel),
  };
}

async function closed(listener: { close(): Promise<void> }, kernel: Kernel): Promise<void> {
  const closing = listener.close();
  await kernel.close();
  await closing;
}
