interface Timers {
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

// Every JavaScript platform has them, and each declares them in its own way: this package compiles with none.
const platform = globalThis as unknown as Timers;

/** A platform's timer with a longer delay than this ends at once. */
const MAX_MS = 2 ** 31 - 1;

/** Throws where a timeout is no time: what is checked first leaves nothing half begun. */
export function requireTimeout(ms: number): void {
  if (ms >= 0) return;
  throw new RangeError(`${ms} ms is not a valid timeout: give 0 or more. 0 and Infinity mean no timeout.`);
}

/** Runs something when a timeout is over; 0 and Infinity never are. Returns the way to stop it. */
export function after(ms: number, run: () => void): () => void {
  requireTimeout(ms);
  let timer: unknown;
  const wait = (left: number) => {
    const step = Math.min(left, MAX_MS);
    timer = platform.setTimeout(left > step ? () => wait(left - step) : run, step);
  };
  if (ms > 0 && ms < Number.POSITIVE_INFINITY) wait(ms);
  return () => platform.clearTimeout(timer);
}
