import type { PropertyValue } from '../format/package.js';

/** JSON cannot express these numbers. */
export function real(value: number): PropertyValue {
  return Number.isFinite(value) ? value : String(value);
}

/** The shortest decimal with the same single-precision value: 0.1 instead of 0.10000000149011612. */
export function single(value: number): PropertyValue {
  if (Number.isInteger(value) || !Number.isFinite(value)) return real(value);
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

/** A text beyond 2^53, where a number would be inexact. */
export function integer(value: bigint): PropertyValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
