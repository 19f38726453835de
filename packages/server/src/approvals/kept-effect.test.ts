import { describe, expect, it } from 'vitest';
import { keptEffect } from './kept-effect.js';

/** Each hundredth item is a removal. */
function bodies(count: number, note: number) {
  return Array.from({ length: count }, (_, index) => ({
    what: index % 100 === 0 ? ('removes' as const) : ('overwrites' as const),
    subject: `Body ${index}`,
    before: { note: 'x'.repeat(note) },
  }));
}

describe('the effect that an approval keeps', () => {
  it('has all of 20,002 items with their values, removals first', () => {
    const items = bodies(20_002, 100);
    const totals = { removes: 201, overwrites: 19_801, changes: 0, adds: 0 };
    const kept = keptEffect({ sentence: 'Much.', items, totals });
    const removed = items.filter(({ what }) => what === 'removes');
    const others = items.filter(({ what }) => what !== 'removes');
    expect(JSON.stringify(kept.items)).toBe(JSON.stringify([...removed, ...others]));
    expect(kept).toMatchObject({ totals, sentence: 'Much.' });
    expect(kept.note).toBeUndefined();
  });

  it('is bounded, and names all items where it has no room for all values', () => {
    const items = bodies(10_000, 5_000);
    const totals = { removes: 100, overwrites: 9_900, changes: 0, adds: 0 };
    const kept = keptEffect({ sentence: 'Much.', items, totals });
    expect(JSON.stringify(kept).length).toBeLessThan(9 * 1024 * 1024);
    expect(new Set(kept.items.map(({ subject }) => subject)).size).toBe(10_000);
    const without = kept.items.filter(({ before }) => before === undefined);
    expect(without.every(({ what }) => what === 'overwrites')).toBe(true);
    expect(kept.totals).toEqual(totals);
    expect(kept.note).toBe(
      `Values of 10000 items are too long and end with an ellipsis. The plan is too large for the values of its last ${without.length} items.`,
    );
  });

  it('counts what it cannot name', () => {
    const items = bodies(300_000, 0);
    const totals = { removes: 3_000, overwrites: 297_000, changes: 0, adds: 0 };
    const kept = keptEffect({ sentence: 'Much.', items, totals });
    expect(JSON.stringify(kept).length).toBeLessThan(9 * 1024 * 1024);
    expect(kept.items.length).toBeGreaterThan(100_000);
    expect(kept.totals).toEqual(totals);
  });
});
