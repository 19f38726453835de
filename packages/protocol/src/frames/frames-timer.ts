interface Timers {
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

// All platforms have timers, with different declarations. This package compiles without any platform's types.
const platform = globalThis as unknown as Timers;

/** Timers with a longer delay fire at once. */
const MAX_MS = 2 ** 31 - 1;

/** Throws for an invalid timeout, before anything is started. */
export function requireTimeout(ms: number): void {
  if (ms >= 0) return;
  throw new RangeError(`${ms} ms is not a valid timeout: give 0 or more. 0 and Infinity mean no timeout.`);
}

/** Calls a function after a timeout. 0 and Infinity mean never. Returns the function that cancels it. */
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
