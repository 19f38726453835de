const SLOW_MS = 55;
const FAST_MS = 24;
const LEAST = 0.5;
const STEP = 0.8;
/** Frames after which the resolution may change again. */
const SETTLE_FRAMES = 6;

/**
 * Pixels of the drawing per CSS pixel. While something moves it follows the time that frames take, so that slow graphics stay
 * usable. A picture that rests is drawn once more with four pixels for each of a plain screen, so that its lines are smooth.
 */
export class Quality {
  #share = 1;
  #mean = SLOW_MS / 2;
  #frames = 0;

  /** A frame came `ms` after the one before, while the picture moved. */
  frame(ms: number): void {
    this.#mean += (Math.min(500, ms) - this.#mean) * 0.25;
    if (++this.#frames < SETTLE_FRAMES) return;
    const next =
      this.#mean > SLOW_MS ? this.#share * STEP : this.#mean < FAST_MS ? this.#share / STEP : this.#share;
    const bounded = Math.max(LEAST, Math.min(1, next));
    if (bounded === this.#share) return;
    this.#share = bounded;
    this.#frames = 0;
  }

  moving(screen: number): number {
    return Math.min(2, screen) * this.#share;
  }

  resting(): number {
    return 2;
  }
}
