import { describe, expect, it } from 'vitest';
import { type LabelBox, placeLabels } from './label-layout.js';

const AREA = { width: 400, height: 300 };
const box = (id: string, x: number, y: number): LabelBox => ({ id, x, y, width: 60, height: 14 });

describe('placeLabels', () => {
  it('places a label to the right of its point', () => {
    expect(placeLabels([box('a', 100, 100)], AREA)).toEqual([{ id: 'a', x: 107, y: 93 }]);
  });

  it('keeps a label inside the area', () => {
    expect(placeLabels([box('a', 390, 100)], AREA)).toEqual([{ id: 'a', x: 323, y: 93 }]);
  });

  it('overlaps no two of 200 labels', () => {
    const boxes = Array.from({ length: 200 }, (_, n) => box(String(n), (n * 37) % 400, (n * 53) % 300));
    const placed = placeLabels(boxes, AREA);
    expect(placed.length).toBeGreaterThan(20);
    for (const [index, a] of placed.entries())
      for (const b of placed.slice(index + 1))
        expect(a.x + 60 <= b.x || b.x + 60 <= a.x || a.y + 14 <= b.y || b.y + 14 <= a.y).toBe(true);
  });

  it('leaves out a label without room', () => {
    const boxes = Array.from({ length: 9 }, (_, n) => box(String(n), 200, 150));
    expect(placeLabels(boxes, AREA).map(({ id }) => id)).toEqual(['0', '1', '2', '3']);
  });

  it('covers no symbol', () => {
    const [first] = placeLabels([box('a', 100, 100), box('b', 125, 100)], AREA);
    expect(first).toEqual({ id: 'a', x: 33, y: 93 });
  });
});
