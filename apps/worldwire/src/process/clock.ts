const ORIGIN = performance.timeOrigin;

/**
 * Milliseconds that never go back, for timeouts and throttles. They begin at the time of day at which the process began,
 * so that they look like a time of day, and differ from it as soon as the clock of the system is set.
 */
export function monotonic(): number {
  return Math.floor(ORIGIN + performance.now());
}
