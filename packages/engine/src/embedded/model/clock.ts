import type { TimeInfo } from '../../port/operations.js';

const FASTEST = 4;
/** The longest step in seconds that a scene is asked to make, after a pause of the process or a long script. */
const MAX_STEP = 0.1;

/** The scene's own time, which can run slower, faster or not at all. */
export class Clock {
  frame = 0;
  time = 0;
  /** Seconds of scene time since the frame before. */
  delta = 0;
  #scale = 1;
  #locked = false;

  /** A step of so many real seconds. */
  advance(seconds: number): void {
    this.frame++;
    this.delta = Math.min(seconds, MAX_STEP) * this.#scale;
    this.time += this.delta;
  }

  get scale(): number {
    return this.#scale;
  }

  /** The operator's hand on the clock, which also takes and gives back the lock. */
  set(scale: number, lock: boolean): void {
    this.#scale = clamp(scale);
    this.#locked = lock;
  }

  /** The scene's own wish, which a lock overrules. */
  wish(scale: number): void {
    if (!this.#locked && Number.isFinite(scale)) this.#scale = clamp(scale);
  }

  describe(): TimeInfo {
    return { scale: this.#scale, locked: this.#locked, time: this.time, frame: this.frame };
  }
}

function clamp(scale: number): number {
  return Math.min(FASTEST, Math.max(0, scale));
}
