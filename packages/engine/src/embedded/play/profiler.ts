import { EngineError } from '../../port/engine-error.js';
import type { ProfileInfo, ScriptTime, Spread } from '../../port/profile.js';
import type { World } from '../model/world.js';
import { shown } from '../params/check-params.js';

const MAX_SECONDS = 30;
const MAX_SAMPLES = 600;
const MAX_SCRIPTS = 20;
const MAX_WINDOWS = 8;
const MISSING: ProfileInfo['missing'] = [
  ...['drawCalls', 'triangles', 'videoMemoryBytes'].map(field => ({
    field,
    reason: 'the embedded engine has no display and draws only the pictures that are asked for',
  })),
  ...['garbageBytes', 'collections'].map(field => ({
    field,
    reason: 'the embedded engine does not count garbage',
  })),
];

/** The durations of one frame in milliseconds. */
export interface FrameFigures {
  readonly interval: number;
  readonly process: number;
  readonly physics: number;
}

interface Window {
  readonly seconds: number;
  passed: number;
  readonly frames: FrameFigures[];
  readonly scripts: Map<string, { calls: number; ms: number }>;
  readonly done: (info: ProfileInfo) => void;
}

/** Measures frames while figures are asked for. A frame at another time costs nothing. */
export class Profiler {
  readonly #world: World;
  readonly #windows = new Set<Window>();

  constructor(world: World) {
    this.#world = world;
  }

  get isOn(): boolean {
    return this.#windows.size > 0;
  }

  measure(seconds: number): Promise<ProfileInfo> {
    if (!(typeof seconds === 'number' && seconds > 0 && seconds <= MAX_SECONDS)) {
      const hint = `send a number above 0, ${MAX_SECONDS} at most`;
      throw new EngineError('invalid', `seconds is ${shown(seconds)}`, hint);
    }
    if (this.#windows.size >= MAX_WINDOWS)
      throw new EngineError(
        'not-ready',
        `${MAX_WINDOWS} profiles are measured already`,
        'retry when one is over',
      );
    return new Promise(done =>
      this.#windows.add({ seconds, passed: 0, frames: [], scripts: new Map(), done }),
    );
  }

  /** Adds a call of a script. Only while it is on. */
  addScript(name: string, ms: number): void {
    for (const { scripts } of this.#windows) {
      const entry = scripts.get(name) ?? { calls: 0, ms: 0 };
      entry.calls++;
      entry.ms += ms;
      scripts.set(name, entry);
    }
  }

  /** Called at the end of each frame while it is on. */
  frameOnEnd(figures: FrameFigures): void {
    for (const window of this.#windows) {
      window.frames.push(figures);
      window.passed += figures.interval / 1000;
      if (window.passed < window.seconds) continue;
      this.#windows.delete(window);
      window.done(this.#infoOf(window));
    }
  }

  #infoOf({ passed, frames, scripts }: Window): ProfileInfo {
    const intervals = frames.map(({ interval }) => interval);
    let objects = 0;
    for (const scene of this.#world.allScenes()) objects += scene.objects.size;
    return {
      seconds: passed,
      frames: frames.length,
      frameMs: spreadOf(intervals),
      samples: samplesOf(intervals),
      processMs: spreadOf(frames.map(({ process }) => process)),
      physicsMs: spreadOf(frames.map(({ physics }) => physics)),
      objects,
      memoryBytes: process.memoryUsage().rss,
      scripts: slowest(scripts),
      missing: MISSING,
    };
  }
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] as number;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const [min, max] = [at(0), at(1)];
  // The mean of equal numbers may be off by a rounding error.
  return { min, mean: Math.min(max, Math.max(min, mean)), p50: at(0.5), p95: at(0.95), p99: at(0.99), max };
}

/** Each frame, or the longest of each group. */
function samplesOf(intervals: readonly number[]): number[] {
  const size = Math.ceil(intervals.length / MAX_SAMPLES);
  const groups = Math.ceil(intervals.length / size);
  return Array.from({ length: groups }, (_, at) => Math.max(...intervals.slice(at * size, (at + 1) * size)));
}

/** Scripts do not call each other, so that their own time is all of it. */
function slowest(scripts: Window['scripts']): ScriptTime[] {
  return [...scripts]
    .map(([name, { calls, ms }]) => ({ name, calls, selfMs: ms, totalMs: ms }))
    .sort((a, b) => b.totalMs - a.totalMs)
    .slice(0, MAX_SCRIPTS);
}
