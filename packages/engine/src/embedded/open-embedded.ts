import type { Engine } from '../port/engine.js';
import { EmbeddedEngine } from './embedded-engine.js';

export interface EmbeddedOptions {
  /** The first scene. Default: "Arena". */
  readonly scene?: string;
  readonly now?: () => Date;
  /** The seed of random numbers. */
  readonly seed?: number;
  /** Milliseconds of a frame. Default: 1000 / 60. */
  readonly frameMs?: number;
  /** The heap limit of the scene and its scripts. */
  readonly memoryMb?: number;
  /** Further objects in the first scene, for measurements. */
  readonly objects?: number;
  /** The time limit of code in milliseconds. Default: 2,000. */
  readonly scriptMs?: number;
  /** Where the numbers of object ids begin, above those of earlier processes. Default: 1. */
  readonly firstId?: number | undefined;
  /** Milliseconds without a heartbeat after which the scene is killed and started again. Default: 5,000. */
  readonly timeoutMs?: number;
}

/** Starts a scene, and resolves when it is ready. */
export async function openEmbedded(options: EmbeddedOptions = {}): Promise<Engine> {
  const engine = new EmbeddedEngine({
    start: {
      scene: options.scene ?? 'Arena',
      seed: options.seed ?? 1,
      frameMs: options.frameMs ?? 1000 / 60,
      objects: options.objects ?? 0,
    },
    firstId: options.firstId ?? 1,
    memoryMb: options.memoryMb ?? 1024,
    timeoutMs: options.timeoutMs ?? 5000,
    startTimeoutMs: 30_000,
    scriptMs: options.scriptMs ?? 2000,
    now: options.now ?? (() => new Date()),
  });
  try {
    await engine.open();
  } catch (failed) {
    await engine.close();
    throw failed;
  }
  return engine;
}
