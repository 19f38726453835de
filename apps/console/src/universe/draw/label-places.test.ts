import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeLabels } from './label-places.js';

const VIEW = { width: 800, height: 600 };

describe('labels', () => {
  it('never overlap and never leave the picture', () => {
    const wish = fc.record({
      x: fc.integer({ min: -50, max: 850 }),
      y: fc.integer({ min: -50, max: 650 }),
      gap: fc.integer({ min: 0, max: 40 }),
      width: fc.integer({ min: 10, max: 200 }),
      priority: fc.integer({ min: 0, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 60 }), wishes => {
        const all = wishes.map((one, index) => ({ ...one, key: String(index), height: 18 }));
        const places = placeLabels(all, VIEW, 60).map(place => ({
          ...place,
          ...all[Number(place.key)]!,
          px: place.x,
          py: place.y,
        }));
        for (const [index, one] of places.entries()) {
          expect(one.px).toBeGreaterThanOrEqual(0);
          expect(one.px + one.width).toBeLessThanOrEqual(VIEW.width);
          for (const other of places.slice(index + 1))
            expect(
              one.px >= other.px + other.width ||
                other.px >= one.px + one.width ||
                one.py >= other.py + 18 ||
                other.py >= one.py + 18,
            ).toBe(true);
        }
      }),
    );
  });

  it('stay outside of the areas that panels cover', () => {
    const wish = { key: 'titan', x: 400, y: 300, gap: 5, width: 60, height: 18, priority: 1 };
    const right = { left: 402, top: 0, right: 800, bottom: 600 };
    expect(placeLabels([wish], VIEW, 60, [right])).toEqual([{ key: 'titan', x: 335, y: 291 }]);
    const all = { left: 0, top: 0, right: 800, bottom: 600 };
    expect(placeLabels([wish], VIEW, 60, [all])).toEqual([]);
  });

  it('go to the most important body when there is room for one', () => {
    const same = { x: 400, y: 300, gap: 8, width: 700, height: 18 };
    const places = placeLabels(
      [
        { ...same, key: 'asteroid', priority: 1 },
        { ...same, x: 60, key: 'planet', priority: 5 },
      ],
      VIEW,
      1,
    );
    expect(places.map(({ key }) => key)).toEqual(['planet']);
  });

  it('stand on the left where the right is taken', () => {
    const one = { y: 300, gap: 8, width: 100, height: 18 };
    const places = placeLabels(
      [
        { ...one, x: 400, key: 'a', priority: 2 },
        { ...one, x: 402, key: 'b', priority: 1 },
      ],
      VIEW,
      9,
    );
    expect(places.map(({ x }) => x)).toEqual([408, 294]);
  });
});
