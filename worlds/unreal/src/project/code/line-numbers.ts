import type { TimeSlice } from '../../work/time-slice.js';

/** Characters between two checks of the time slice. */
const PIECE = 16 * 1024;

/** Lines of offsets in a text, from 1. */
export class LineNumbers {
  readonly #starts: readonly number[];

  private constructor(starts: readonly number[]) {
    this.#starts = starts;
  }

  static async of(text: string, slice: TimeSlice): Promise<LineNumbers> {
    const starts = [0];
    let checked = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      starts.push(at + 1);
      if (at - checked < PIECE) continue;
      if (slice.isOverAfter(at - checked)) await slice.yieldToEventLoop();
      checked = at;
    }
    return new LineNumbers(starts);
  }

  at(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}
