import type { PropertyValue } from '../format/package.js';

/** JSON cannot express these numbers. */
export function real(value: number): PropertyValue {
  return Number.isFinite(value) ? value : String(value);
}

/** Powers of ten that doubles hold exactly. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);
const SMALLEST = 1e-9;
const LARGEST = 1e9;

/** The shortest decimal with the same single-precision value: 0.1 instead of 0.10000000149011612. */
export function single(value: number): PropertyValue {
  if (Number.isInteger(value) || !Number.isFinite(value)) return real(value);
  const size = Math.abs(value);
  if (size < SMALLEST || size > LARGEST) return spelled(value);
  // Whole numbers and these powers are exact, so that the quotient is the double nearest to the decimal.
  const exponent = Math.floor(Math.log10(size));
  for (let digits = 6; digits < 9; digits++) {
    const power = POWERS[digits - 1 - exponent];
    if (power === undefined) continue;
    const short = Math.round(value * power) / power;
    if (Math.fround(short) === value) return short;
  }
  return spelled(value);
}

function spelled(value: number): number {
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
