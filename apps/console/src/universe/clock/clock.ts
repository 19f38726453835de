import { computed, signal } from '@preact/signals';

/** Seconds of the universe per second. Negative runs back. */
export const RATES = [
  { value: 1, name: '1 s/s' },
  { value: 60, name: '1 min/s' },
  { value: 3_600, name: '1 h/s' },
  { value: 86_400, name: '1 day/s' },
  { value: 604_800, name: '1 week/s' },
  { value: 2_629_800, name: '1 month/s' },
  { value: 31_557_600, name: '1 year/s' },
  { value: 315_576_000, name: '10 years/s' },
  { value: 3.15576e10, name: '1,000 years/s' },
  { value: 3.15576e13, name: '1 million years/s' },
] as const;

const DEFAULT_RATE = 86_400;
/** A frame that comes late does not make the clock jump. */
const MAX_FRAME_MS = 250;

/** The time that is shown, in seconds since J2000.0. It runs only on this page. */
export class Clock {
  readonly time = signal(0);
  readonly rate = signal(DEFAULT_RATE);
  readonly playing = signal(false);
  /** Whether the clock shows the time of the universe, and goes with it. */
  readonly own = signal(true);
  readonly running = computed(() => (this.playing.value ? this.rate.value : 0));
  #request: number | undefined;
  #last: number | undefined;

  /** The time of the universe changed. */
  follow(seconds: number): void {
    if (this.own.peek() && !this.playing.peek()) this.time.value = seconds;
  }

  set(seconds: number): void {
    if (!Number.isFinite(seconds)) return;
    this.own.value = false;
    this.time.value = seconds;
  }

  reset(seconds: number): void {
    this.pause();
    this.own.value = true;
    this.time.value = seconds;
  }

  play(): void {
    if (this.playing.peek()) return;
    this.playing.value = true;
    this.own.value = false;
    this.#last = undefined;
    this.#request = requestAnimationFrame(this.#tick);
  }

  pause(): void {
    this.playing.value = false;
    if (this.#request !== undefined) cancelAnimationFrame(this.#request);
    this.#request = undefined;
  }

  readonly #tick = (ms: number): void => {
    const passed = this.#last === undefined ? 0 : Math.min(MAX_FRAME_MS, ms - this.#last);
    this.#last = ms;
    this.time.value += (passed / 1_000) * this.rate.value;
    this.#request = requestAnimationFrame(this.#tick);
  };
}
