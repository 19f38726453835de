/** Work in steps: other work may run at each `yield`. */
export type Steps<Result> = Generator<void, Result, void>;

/** Called between steps. Returns a promise where other work is due. */
export type Pause = () => Promise<void> | undefined;

/** Entries of a table per step, which takes well under a millisecond. */
export const STEP_ENTRIES = 1_024;

/** Runs all steps, with pauses where they are due. */
export async function inSteps<Result>(steps: Steps<Result>, pause: Pause | undefined): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    const paused = pause?.();
    if (paused !== undefined) await paused;
  }
}
