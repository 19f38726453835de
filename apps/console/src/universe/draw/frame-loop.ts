const REST_MS = 250;
const REPORT_MS = 250;

/** Frames when something changed. A hidden page draws none. */
export class FrameLoop {
  readonly #draw: (ms: number) => void;
  readonly #wait: () => boolean;
  readonly #onRest: () => void;
  readonly #onReport: () => void;
  #request: number | undefined;
  #changed = false;
  #restDue: ReturnType<typeof setTimeout> | undefined;
  #reportDue: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: {
    draw: (ms: number) => void;
    /** Called with each frame. Whether something is prepared that a later frame shows. */
    wait: () => boolean;
    onRest: () => void;
    onReport: () => void;
  }) {
    this.#draw = parts.draw;
    this.#wait = parts.wait;
    this.#onRest = parts.onRest;
    this.#onReport = parts.onReport;
    document.addEventListener('visibilitychange', this.invalidate);
  }

  /** Draws at the next chance. */
  readonly invalidate = (): void => {
    this.#changed = true;
    this.#ask();
  };

  #ask(): void {
    if (this.#request !== undefined || document.hidden) return;
    this.#request = requestAnimationFrame(ms => {
      this.#request = undefined;
      if (document.hidden) return;
      const waiting = this.#wait();
      const changed = this.#changed;
      this.#changed = false;
      if (changed) this.#draw(ms);
      if (waiting || (changed && this.#wait())) this.#ask();
    });
  }

  /** A picture without motion was drawn: `onRest` comes unless another one follows soon. Slow pictures have `more` time. */
  rest(more: number): void {
    clearTimeout(this.#restDue);
    this.#restDue = setTimeout(this.#onRest, REST_MS + more);
  }

  /** `onReport` comes at most four times a second. */
  report(): void {
    this.#reportDue ??= setTimeout(() => {
      this.#reportDue = undefined;
      this.#onReport();
    }, REPORT_MS);
  }

  dispose(): void {
    document.removeEventListener('visibilitychange', this.invalidate);
    if (this.#request !== undefined) cancelAnimationFrame(this.#request);
    clearTimeout(this.#restDue);
    clearTimeout(this.#reportDue);
  }
}
