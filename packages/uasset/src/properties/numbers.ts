import type { PropertyValue } from '../format/package.js';

/** JSON has no word for these, and a missing value would say something else. */
export function real(value: number): PropertyValue {
  return Number.isFinite(value) ? value : String(value);
}

/** The shortest decimal that is this number in single precision: 0.1, and not 0.10000000149011612. */
export function single(value: number): PropertyValue {
  if (Number.isInteger(value) || !Number.isFinite(value)) return real(value);
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

/** Beyond 2^53 as text, because a number would be another one. */
export function integer(value: bigint): PropertyValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
