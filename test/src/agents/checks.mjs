/** Checks of the tasks, which run in tests and in the benchmark. */
import { deepEqual } from 'node:assert/strict';

export const equal = deepEqual;

export function ok(value, what) {
  if (!value) throw new Error(`expected ${what}`);
}

export function near(value, wanted, tolerance) {
  ok(Math.abs(value - wanted) <= tolerance, `${value} to be within ${tolerance} of ${wanted}`);
}
