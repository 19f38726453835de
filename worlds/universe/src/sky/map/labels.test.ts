import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../domain/index.js';
import { type Box, boxAround, type Label, overlap, placeLabels, spotsAround } from './labels.js';

const bounds = { left: 0, top: 0, right: 400, bottom: 300 };
const labelAt = (text: string, x: number, y: number): Label => ({
  text,
  size: 12,
  colour: '#fff',
  spots: spotsAround(x, y, 6),
  bounds,
});

const place = (labels: readonly Label[], obstacles: readonly Box[]) => finish(placeLabels(labels, obstacles));

describe('placeLabels', () => {
  it('never lets labels overlap each other, an obstacle or the bounds', () => {
    const point = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 300 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), point), { maxLength: 80 }), named => {
        const obstacles = named.map(([, [x, y]]) => boxAround(x, y, 4));
        const placed = place(
          named.map(([text, [x, y]]) => labelAt(text, x, y)),
          obstacles,
        );
        for (const [i, { box }] of placed.entries()) {
          expect(obstacles.some(other => overlap(box, other))).toBe(false);
          expect(placed.slice(i + 1).some(other => overlap(box, other.box))).toBe(false);
          expect(box.left >= 0 && box.top >= 0 && box.right <= 400 && box.bottom <= 300).toBe(true);
        }
      }),
    );
  });

  it('takes the best spot that is free, and draws a line when it is far', () => {
    const blocked = { left: 100, top: 80, right: 200, bottom: 120 };
    const [first] = place([labelAt('Here', 100, 100)], []);
    const [second] = place([labelAt('Here', 100, 100)], [blocked]);
    expect([first!.spot.anchor, second!.spot.anchor]).toEqual(['start', 'end']);
    expect(first!.spot.from).toBeUndefined();
    const [third] = place([labelAt('Here', 100, 100)], [boxAround(100, 100, 16)]);
    expect(third!.spot.from).toEqual({ x: 100, y: 100 });
  });

  it('leaves out a label without space, and earlier labels win', () => {
    const same = Array.from({ length: 80 }, (_, i) => labelAt(`Body number ${i}`, 200, 150));
    const placed = place(same, []);
    expect(placed.length).toBeGreaterThan(4);
    expect(placed.length).toBeLessThan(80);
    expect(placed[0]!.label.text).toBe('Body number 0');
    expect(place([labelAt('x', 200, 150)], [bounds])).toEqual([]);
  });
});
