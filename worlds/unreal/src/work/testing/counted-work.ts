import { TimeSlice } from '../time-slice.js';

/** Units between two pauses that the counted clock allows before it asks for one. */
export const UNITS = 16 * 1024;

export interface CountedWork {
  /** The units of work (characters, records) that were reported. */
  readonly total: number;
  /** The most units between two pauses. */
  readonly longest: number;
}

/**
 * Runs work that pauses with time slices, and counts units in place of milliseconds: a slice is over after `units`. Only one
 * piece of work may run at a time.
 */
export async function countedWork(work: () => unknown, units = UNITS): Promise<CountedWork> {
  const real = Object.getOwnPropertyDescriptors(TimeSlice.prototype);
  let [total, longest, since] = [0, 0, 0];
  const isOverAfter = (done: number) => {
    total += done;
    since += done;
    longest = Math.max(longest, since);
    return since >= units;
  };
  Object.defineProperties(TimeSlice.prototype, {
    isOver: { ...real.isOver, get: () => isOverAfter(1) },
    isOverAfter: { ...real.isOverAfter, value: isOverAfter },
    yieldToEventLoop: {
      ...real.yieldToEventLoop,
      value: async () => {
        since = 0;
      },
    },
  });
  try {
    await work();
    return { total, longest };
  } finally {
    Object.defineProperties(TimeSlice.prototype, real);
  }
}
