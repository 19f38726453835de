/** The largest number in single precision, which engines use. */
const MAX_SINGLE = 3.402_823_466_385_288_6e38;

/** The range of single precision, for hints. */
export const SINGLES = '3.4e38 at most';

export function isSingle(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= MAX_SINGLE;
}

/** Whether all parts are in the range of single precision: computed values may not be. */
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
