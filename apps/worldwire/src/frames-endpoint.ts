import { DEFAULT_LIMITS } from '@worldwire/server';
import { listenFrames } from '@worldwire/transports/frames';
import type { Logger } from 'pino';
import type { Credentials, Endpoint } from './endpoint.js';
import type { FramesChoice } from './frames-settings.js';
import { codeOf, Problem, reasonOf } from './problem.js';
import type { Settings } from './settings.js';
import type { LoadedWorld } from './worlds.js';

export interface FramesEndpoint {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Opens the frames wire for all that is served; the first world is the one that clients mean who name none. */
export async function openFrames(
  frames: FramesChoice,
  endpoints: readonly Endpoint[],
  worlds: readonly LoadedWorld[],
  { host, limits }: Settings,
  credentials: Credentials,
  log: Logger,
): Promise<FramesEndpoint> {
  const engines = worlds.find(({ linked }) => linked !== undefined)?.linked?.engines;
  const settings = {
    worlds: new Map(endpoints.map(({ world, served }) => [world, served])),
    limits: { ...DEFAULT_LIMITS, ...limits },
    framing: frames.framing,
    log,
    now: Date.now,
    ready: () =>
      worlds.map(({ notReady }) => notReady?.()).find((reason): reason is string => reason !== undefined),
    ...(engines !== undefined && { engines }),
    ...credentials,
  };
  const place = frames.socket === undefined ? { host, port: frames.port } : { path: frames.socket };
  try {
    return await listenFrames({ ...place, ...settings });
  } catch (thrown) {
    const where = frames.socket ?? `${host}:${frames.port}`;
    const taken = codeOf(thrown) === 'EADDRINUSE';
    const other =
      frames.socket === undefined
        ? 'Choose another with --port frames=N, or --port frames=0 for a free one.'
        : 'Choose another with --frames-socket PATH.';
    throw Problem.failure(
      taken
        ? `The frames wire cannot be opened: ${where} is taken. ${other}`
        : `The frames wire cannot be opened at ${where}. ${reasonOf(thrown)}`,
    );
  }
}
