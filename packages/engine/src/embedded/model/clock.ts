import type { TimeInfo } from '../../port/operations.js';

const MAX_SCALE = 4;
/** Seconds of a step, also after a pause of the process or a long script. */
const MAX_STEP = 0.1;

/** The time of the scene, with its scale. */
export class Clock {
  frame = 0;
  time = 0;
  /** Seconds of scene time since the frame before. */
  delta = 0;
  /** Set by time.step: only stepped frames move the scene. */
  paused = false;
  #scale = 1;
  #locked = false;

  /** Adds a step, given in real seconds. */
  advance(seconds: number): void {
    this.frame++;
    this.delta = Math.min(seconds, MAX_STEP) * this.#scale;
    this.time += this.delta;
  }

  /** Adds a step of a paused scene. A scene whose scale is 0 is stepped at its usual speed. */
  advancePaused(seconds: number): void {
    this.frame++;
    this.delta = seconds * (this.#scale || 1);
    this.time += this.delta;
  }

  get scale(): number {
    return this.#scale;
  }

  /** Sets scale and lock, for callers. A scale above 0 resumes a paused scene. */
  set(scale: number, lock: boolean): void {
    this.#scale = clamp(scale);
    if (this.#scale > 0) this.paused = false;
    this.#locked = lock;
  }

  /** Sets the scale for the scene itself. Ignored while it is locked. */
  setFromScene(scale: number): void {
    if (!this.#locked && Number.isFinite(scale)) this.#scale = clamp(scale);
  }

  describe(): TimeInfo {
    const { paused, time, frame } = this;
    return { scale: this.#scale, locked: this.#locked, paused, time, frame };
  }
}

function clamp(scale: number): number {
  return Math.min(MAX_SCALE, Math.max(0, scale));
}
