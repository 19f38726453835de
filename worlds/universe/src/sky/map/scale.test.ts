import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodySize, distanceScale } from './scale.js';

const distance = fc.double({ min: 1e-6, max: 1e300, noNaN: true });

describe('distanceScale', () => {
  it('gives equal factors equal distances', () => {
    const scale = distanceScale([1, 100], 10, 30);
    expect([1, 10, 100].map(scale)).toEqual([10, 20, 30]);
  });

  it('shrinks evenly inside of the nearest', () => {
    const scale = distanceScale([1, 100], 10, 30);
    expect([0, 0.25, 0.5].map(scale)).toEqual([0, 2.5, 5]);
  });

  it('keeps every order and stays within its bounds', () => {
    fc.assert(
      fc.property(fc.array(distance, { minLength: 1 }), distance, distance, (all, one, other) => {
        const scale = distanceScale(all, 20, 300);
        const [near, far] = [scale(Math.min(one, other)), scale(Math.max(one, other))];
        expect(0 <= near && near <= far && far <= 300).toBe(true);
      }),
    );
  });

  it('puts everything in the centre without distances', () => {
    expect(distanceScale([0, 0], 10, 30)(0)).toBe(0);
    expect(distanceScale([], 10, 30)(5)).toBe(0);
  });
});

describe('bodySize', () => {
  it('grows with the radius and stays drawable', () => {
    const sizes = [0, 5, 470, 6371, 69_911, 695_700, 1e30].map(bodySize);
    expect(sizes).toEqual([...sizes].sort((one, other) => one - other));
    expect(sizes[0]).toBeGreaterThan(1);
    expect(sizes.at(-1)).toBeLessThanOrEqual(26);
  });
});
