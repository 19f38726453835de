import { describe, expect, it } from 'vitest';
import { freeArea } from './free-area.js';

const TREE = { left: 8, top: 60, right: 256, bottom: 700 };
const BAR = { left: 8, top: 8, right: 320, bottom: 46 };
const WIDE = { width: 1200, height: 700, covered: [TREE, BAR] };
const NARROW = { width: 390, height: 630, covered: [{ left: 8, top: 8, right: 382, bottom: 54 }] };

describe('the free area', () => {
  it('is the largest that no panel covers', () => {
    expect(freeArea(WIDE)).toEqual({ left: 256, top: 46, right: 1200, bottom: 700 });
    expect(freeArea(NARROW)).toEqual({ left: 0, top: 54, right: 390, bottom: 630 });
  });

  it('is the whole picture if panels leave no room', () => {
    const covered = [{ left: -5, top: 20, right: 400, bottom: 640 }];
    expect(freeArea({ width: 390, height: 630, covered })).toEqual({
      left: 0,
      top: 0,
      right: 390,
      bottom: 630,
    });
  });
});
