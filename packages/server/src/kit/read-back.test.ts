import { describe, expect, it } from 'vitest';
import { isNear, membersAgree, ReadBackDiffers } from './read-back.js';

describe('isNear', () => {
  it('takes numbers that differ by the rounding of single precision for the same', () => {
    expect(isNear(0.1, Math.fround(0.1))).toBe(true);
    expect(isNear(1_234.567, Math.fround(1_234.567))).toBe(true);
    expect(isNear(0.1, 0.101)).toBe(false);
  });

  it('compares whole numbers exactly up to 2^24', () => {
    expect(isNear(3_000_000, 3_000_001)).toBe(false);
    expect(isNear(2 ** 25, 2 ** 25 + 1)).toBe(true);
  });
});

describe('membersAgree', () => {
  const same = (a: unknown, b: unknown) => a === b;

  it('compares names without case, and ignores further members', () => {
    expect(membersAgree({ x: 1 }, { X: 1, Y: 2 }, same)).toBe(true);
    expect(membersAgree({ x: 1, z: undefined }, { X: 1 }, same)).toBe(false);
    expect(membersAgree({ x: 1 }, { X: 2 }, same)).toBe(false);
  });
});

describe('ReadBackDiffers', () => {
  it('says what was kept, what was asked for and what was there', () => {
    const error = new ReadBackDiffers('The editor', { asked: 7, after: 5, before: 3 });
    expect(error.message).toBe('The editor kept 5 instead of 7 (it was 3).');
    expect(error.kind).toBe('Conflict');
    expect(error.values.after).toBe(5);
  });

  it('does without the value asked for, and cuts long values', () => {
    const { message } = new ReadBackDiffers('Light.range', { after: 'x'.repeat(1_000), before: undefined });
    expect(message).toContain('x…');
    expect(message).toContain('instead of the value asked for (it was undefined)');
    expect(message.length).toBeLessThan(400);
  });
});
