const DIGITS = 10;

/** More digits than the accuracy of the orbits would only make answers longer. */
export function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
