import { randomBytes } from 'node:crypto';
import type { Dialect } from '@worldwire/protocol';
import type { World } from '@worldwire/server';
import { DEFAULT_LIMITS, Kernel, type Limits, Policy } from '@worldwire/server/internal';
import { type FramesListener, type FramesSettings, listenFrames } from '@worldwire/transports/frames';
import { onTestFinished } from 'vitest';
import { keepingLog, type Line, largeAnswers } from '../harness.js';

export interface FramesServer {
  readonly listener: FramesListener;
  readonly port: number;
  /** The kernel of the first world. */
  readonly kernel: Kernel;
  readonly kernels: ReadonlyMap<string, Kernel>;
  readonly logged: readonly Line[];
  close(): Promise<void>;
}

export interface FramesServerOptions {
  readonly limits?: Partial<Limits>;
  readonly now?: () => number;
  readonly frames?: Partial<FramesSettings>;
  readonly path?: string;
  /** The dialect of every world. */
  readonly dialect?: Dialect;
}

/** A real listener on a free port, for one world or several by name. */
export async function startFrames(
  worlds: World | Record<string, World>,
  options: FramesServerOptions = {},
): Promise<FramesServer> {
  const named = 'name' in worlds ? { [worlds.name as string]: worlds as World } : worlds;
  const limits = { ...DEFAULT_LIMITS, ...largeAnswers(options.limits) };
  const now = options.now ?? Date.now;
  const { log, logged } = keepingLog();
  const kernels = new Map(
    Object.entries(named).map(([name, world]) => {
      const policy = new Policy(world);
      const secret = randomBytes(32);
      return [
        name,
        new Kernel(world, {
          limits,
          policy,
          log,
          now,
          randomBytes,
          secret,
          audit: { begin() {}, end() {}, refuse() {} },
        }),
      ];
    }),
  );
  const { dialect } = options;
  const served = new Map(
    [...kernels].map(([name, kernel]) => [name, { kernel, ...(dialect !== undefined && { dialect }) }]),
  );
  const place = options.path === undefined ? { host: '127.0.0.1', port: 0 } : { path: options.path };
  const listener = await listenFrames({ ...place, worlds: served, limits, log, now, ...options.frames });
  return {
    listener,
    port: listener.port,
    kernel: [...kernels.values()][0] as Kernel,
    kernels,
    logged,
    close: async () => {
      const closing = listener.close();
      const arriving = listener.stop();
      await Promise.all([...kernels.values()].map(kernel => kernel.close(arriving)));
      await closing;
    },
  };
}

/** The same, for one test. */
export async function useFrames(
  worlds: World | Record<string, World>,
  options: FramesServerOptions = {},
): Promise<FramesServer> {
  const server = await startFrames(worlds, options);
  onTestFinished(() => server.close());
  return server;
}
