import { describe, expect, it } from 'vitest';
import { Pick } from './pick.js';

const pickAt = (
  x: number,
  y: number,
  ...bodies: [slot: number, x: number, y: number, radius: number, distance: number][]
) => {
  const pick = new Pick(x, y);
  for (const [slot, bx, by, radius, distance] of bodies) pick.offer({ slot, x: bx, y: by, radius, distance });
  return pick.slot;
};

describe('picking', () => {
  it('takes the nearest disk under the pointer', () => {
    expect(pickAt(0, 0, [1, 5, 0, 50, 100], [2, 0, 0, 30, 40])).toBe(2);
  });

  it('takes a small body beside the pointer', () => {
    expect(pickAt(0, 0, [1, 6, 0, 0.01, 100], [2, 8, 0, 0.01, 10])).toBe(1);
    expect(pickAt(0, 0, [1, 30, 0, 0.01, 100])).toBeUndefined();
  });

  it('does not take a body behind a disk', () => {
    expect(pickAt(0, 0, [1, 0, 0, 20, 100], [2, 1, 0, 0.1, 500])).toBe(1);
  });

  it('takes a moon in front of its planet if the pointer is on it', () => {
    expect(pickAt(0, 0, [1, 0, 0, 20, 100], [2, 1, 0, 1, 90])).toBe(2);
    expect(pickAt(0, 0, [1, 0, 0, 20, 100], [2, 8, 0, 1, 90])).toBe(1);
  });
});
