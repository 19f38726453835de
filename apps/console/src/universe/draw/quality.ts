const SLOW_MS = 45;
const FAST_MS = 24;
const LEAST = 0.5;
const STEP = 0.8;
const LEAST_CROWD = 0.1;
/** Frames after which the resolution may change again. */
const SETTLE_FRAMES = 3;

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
    this.#mean += (Math.min(500, ms) - this.#mean) * 0.5;
    if (++this.#frames < SETTLE_FRAMES) return;
    this.#frames = 0;
    if (this.#mean > SLOW_MS) {
      // Without a graphics card each star costs more than its pixels.
      const less = SLOW_MS / this.#mean;
      this.#share = Math.max(LEAST, this.#share * Math.max(0.7, Math.sqrt(less)));
      this.#crowd = Math.max(LEAST_CROWD, this.#crowd * Math.max(0.4, less));
    } else if (this.#mean < FAST_MS) {
      // All stars come before all pixels.
      if (this.#crowd < 1) this.#crowd = Math.min(1, this.#crowd / STEP);
      else this.#share = Math.min(1, this.#share / STEP);
    }
  }

  /** From one frame to the next while something moves. */
  get frameMs(): number {
    return this.#mean;
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
