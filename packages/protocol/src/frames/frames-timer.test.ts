import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { after, requireTimeout } from './frames-timer.js';

const LONGEST = 2 ** 31 - 1;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('after', () => {
  it.each([1, 1_000, LONGEST, LONGEST + 1, 2 ** 31 + 5, 5 * LONGEST])('runs %d ms later, once', ms => {
    const run = vi.fn();
    after(ms, run);
    vi.advanceTimersByTime(ms - 1);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([0, Number.POSITIVE_INFINITY])('has no timer at all for %d', ms => {
    const stop = after(ms, () => {});
    expect(vi.getTimerCount()).toBe(0);
    stop();
  });

  it.each([0, LONGEST + 1])('can be stopped when %d ms of a long wait are over', passed => {
    const run = vi.fn();
    const stop = after(3 * LONGEST, run);
    vi.advanceTimersByTime(passed);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([-1, Number.NaN, Number.NEGATIVE_INFINITY])('refuses %d, and says what to give', ms => {
    expect(() => after(ms, () => {})).toThrow(RangeError);
    expect(() => requireTimeout(ms)).toThrow('give 0 or more');
    expect(vi.getTimerCount()).toBe(0);
  });
});
