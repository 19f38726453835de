/** Work in steps. Each `yield` is a place where other work may go on. */
export type Steps<Result> = Generator<void, Result, void>;

/** Asked between two steps. Gives a promise where other work is due, and nothing else. */
export type Pause = () => Promise<void> | undefined;

/** Entries of a table that are read in one step: well under a millisecond. */
export const STEP_ENTRIES = 1_024;

/** Runs the steps to their end, with pauses where they are due. */
export async function inSteps<Result>(steps: Steps<Result>, pause: Pause | undefined): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    const paused = pause?.();
    if (paused !== undefined) await paused;
  }
}
