import { describe, expect, it } from 'vitest';
import { fractionOf, played, shownRevision, stepped, windowOf } from './cursor.js';

describe('the time cursor', () => {
  it('shows the newest revision while it follows', () => {
    expect(shownRevision(undefined, 12)).toBe(12);
    expect(shownRevision(5, 12)).toBe(5);
  });

  it('shows the newest revision where the journal is shorter than the address says', () => {
    expect(shownRevision(99, 12)).toBe(12);
  });

  it('steps within the journal, and stays paused at its end', () => {
    expect(stepped(undefined, 12, -1)).toBe(11);
    expect(stepped(0, 12, -10)).toBe(0);
    expect(stepped(12, 12, 1)).toBe(12);
  });

  it('plays to the newest revision and then follows', () => {
    expect(played(3, 6)).toBe(4);
    expect(played(5, 6)).toBeUndefined();
  });

  it('has a window around it in a long journal', () => {
    expect(windowOf(undefined, 100, false)).toEqual([0, 100]);
    expect(windowOf(undefined, 10_000, false)).toEqual([9_600, 10_000]);
    expect(windowOf(5_000, 10_000, false)).toEqual([4_700, 5_100]);
    expect(windowOf(3, 10_000, false)).toEqual([0, 400]);
    expect(windowOf(3, 10_000, true)).toEqual([0, 10_000]);
  });

  it('stands at a part of the window', () => {
    expect(fractionOf(5, [0, 10])).toBe(0.5);
    expect(fractionOf(0, [0, 0])).toBe(1);
  });
});
