const SLOW_MS = 55;
const FAST_MS = 24;
const LEAST = 0.5;
const STEP = 0.8;
const LEAST_CROWD = 0.3;
/** Frames after which the resolution may change again. */
const SETTLE_FRAMES = 6;

/**
 * Pixels of the drawing per CSS pixel. While something moves it follows the time that frames take, so that slow graphics stay
 * usable. A picture that rests is drawn once more with four pixels for each of a plain screen, so that its lines are smooth.
 */
export class Quality {
  #share = 1;
  #crowd = 1;
  #mean = SLOW_MS / 2;
  #frames = 0;

  /** A frame came `ms` after the one before, while the picture moved. */
  frame(ms: number): void {
    this.#mean += (Math.min(500, ms) - this.#mean) * 0.25;
    if (++this.#frames < SETTLE_FRAMES) return;
    const next =
      this.#mean > SLOW_MS ? this.#share * STEP : this.#mean < FAST_MS ? this.#share / STEP : this.#share;
    const bounded = Math.max(LEAST, Math.min(1, next));
    // Fewer pixels come before fewer stars, and all stars before all pixels.
    const slow = this.#mean > SLOW_MS;
    if (slow && this.#share === LEAST) this.#crowd = Math.max(LEAST_CROWD, this.#crowd * STEP);
    else if (!slow && this.#mean < FAST_MS && this.#crowd < 1) this.#crowd = Math.min(1, this.#crowd / STEP);
    else this.#share = bounded;
    this.#frames = 0;
  }

  /** The share of the stars of a crowd that is drawn while something moves. */
  get crowd(): number {
    return this.#crowd;
  }

  moving(screen: number): number {
    return Math.min(2, screen) * this.#share;
  }

  resting(): number {
    return 2;
  }
}
