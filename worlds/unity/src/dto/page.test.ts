import { cutText } from '@worldwire/server/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitting, pageFrom, pageOf } from './page.js';

describe('a page', () => {
  it('keeps what fits, and at least one item', () => {
    expect(pageOf(9, [1, 2, 3])).toEqual({ Total: 9, Items: [1, 2, 3] });
    expect(fitting(['x'.repeat(100_000), 'y'])).toEqual(['x'.repeat(100_000)]);
    expect(fitting([])).toEqual([]);
  });

  it('is within its budget as data and as text, whatever is in it', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.constant('"\\'.repeat(500)));
    fc.assert(
      fc.property(fc.array(fc.record({ text }), { maxLength: 300 }), items => {
        const kept = fitting(items);
        expect(items.slice(0, kept.length)).toEqual(kept);
        const data = JSON.stringify(kept);
        const whole = Buffer.byteLength(data) + Buffer.byteLength(JSON.stringify(data));
        expect(kept.length <= 1 || whole <= 62_000).toBe(true);
        if (whole > 62_000) expect(kept).toHaveLength(1);
      }),
      { numRuns: 100 },
    );
  });

  it('is a part of a list', () => {
    const page = pageFrom([1, 2, 3, 4], { limit: 2, offset: 1 }, String);
    expect(page).toEqual({ Total: 4, Items: ['2', '3'] });
    expect(pageFrom([1], { limit: 2, offset: 5 }, String)).toEqual({ Total: 1, Items: [] });
  });
});

describe('cut', () => {
  it('keeps to its length and halves no character', () => {
    expect(cutText('abc', 3)).toBe('abc');
    expect(cutText('abcd', 3)).toBe('ab…');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 20 }), (text, most) => {
        const shown = cutText(text, most);
        expect(shown.length).toBeLessThanOrEqual(most);
        expect(Buffer.from(shown).toString()).toBe(shown);
      }),
    );
  });
});
