import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pixels } from './canvas.js';

it('writes a number with at most two decimals', () => {
  const shortest = (value: number) => {
    const rounded = Math.round(Math.max(-1e6, Math.min(1e6, value)) * 100) / 100;
    return String(rounded === 0 ? 0 : rounded);
  };
  for (const value of [0, -0, 0.001, -0.004, 0.005, 1, -1, 1.5, -2.05, 3.149, 99.995, 1e7, -1e7]) {
    expect(pixels(value)).toBe(shortest(value));
  }
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: -3000, max: 3000, noNaN: true }),
      (any, near) => {
        expect([pixels(any), pixels(near)]).toEqual([shortest(any), shortest(near)]);
      },
    ),
  );
  expect([Number.NaN, Number.POSITIVE_INFINITY].map(pixels)).toEqual(['0', '0']);
});
