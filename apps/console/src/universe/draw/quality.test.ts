import { describe, expect, it } from 'vitest';
import { Quality } from './quality.js';

const after = (ms: number, frames: number, quality = new Quality()) => {
  for (let index = 0; index < frames; index++) quality.frame(ms);
  return quality;
};

describe('the resolution', () => {
  it('falls to the half while frames are slow, and rises again', () => {
    const quality = after(300, 200);
    expect(quality.moving(1)).toBe(0.5);
    expect(quality.crowd).toBe(0.1);
    expect(after(10, 200, quality).moving(1)).toBe(1);
    expect(quality.crowd).toBe(1);
  });

  it('adapts to slow frames within ten of them', () => {
    const quality = after(300, 10);
    expect(quality.moving(1)).toBe(0.5);
    expect(quality.crowd).toBeLessThan(0.2);
  });

  it('has all pixels at rest', () => {
    expect(after(300, 200).resting()).toBe(2);
  });
});
