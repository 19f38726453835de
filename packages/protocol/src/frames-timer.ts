interface Timers {
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

// Every JavaScript platform has them, and each declares them in its own way: this package compiles with none.
const platform = globalThis as unknown as Timers;

/** Runs something later. Returns the way to stop it. */
export function after(ms: number, run: () => void): () => void {
  const timer = platform.setTimeout(run, ms);
  return () => platform.clearTimeout(timer);
}
