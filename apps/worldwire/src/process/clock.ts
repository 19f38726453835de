const ORIGIN = performance.timeOrigin;

/**
 * Monotonic milliseconds, for timeouts and throttles. They start at the time of day of the process start, and ignore later changes of
 * the system clock.
 */
export function monotonic(): number {
  return Math.floor(ORIGIN + performance.now());
}
