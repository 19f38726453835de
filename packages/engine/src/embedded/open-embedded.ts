import type { Engine } from '../port/engine.js';
import { EmbeddedEngine } from './embedded-engine.js';

export interface EmbeddedOptions {
  /** The build scene to begin with; "Arena" unless given. */
  readonly scene?: string;
  readonly now?: () => Date;
  /** Of everything random in the scene. */
  readonly seed?: number;
  /** Milliseconds of a frame; a sixtieth of a second unless given. */
  readonly frameMs?: number;
  /** What the scene and its scripts may hold. */
  readonly memoryMb?: number;
  /** More objects in the first scene, for measurements. */
  readonly objects?: number;
  /** Milliseconds that code may run; 2,000 unless given. */
  readonly scriptMs?: number;
  /** Milliseconds without a sign of life after which the scene is ended and started again; 5,000 unless given. */
  readonly patienceMs?: number;
}

/** Starts a scene and gives it when it can be asked. */
export async function openEmbedded(options: EmbeddedOptions = {}): Promise<Engine> {
  const engine = new EmbeddedEngine({
    start: {
      scene: options.scene ?? 'Arena',
      seed: options.seed ?? 1,
      frameMs: options.frameMs ?? 1000 / 60,
      objects: options.objects ?? 0,
    },
    memoryMb: options.memoryMb ?? 1024,
    patienceMs: options.patienceMs ?? 5000,
    startPatienceMs: 30_000,
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
