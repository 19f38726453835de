/** Engines keep their numbers in half the digits that JSON has, and this is the largest of those. */
const MAX_SINGLE = 3.402_823_466_385_288_6e38;

/** How far singles reach, for those who sent something else. */
export const SINGLES = '3.4e38 at most';

export function isSingle(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= MAX_SINGLE;
}

/** Whether all parts are numbers that the scene can hold: what is worked out from those it has need not be. */
export function isPlace({
  x,
  y,
  z = 0,
}: {
  readonly x: number;
  readonly y: number;
  readonly z?: number;
}): boolean {
  return isSingle(x) && isSingle(y) && isSingle(z);
}
