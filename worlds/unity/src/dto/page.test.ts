import { cutText } from '@worldwire/server/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitting, fittingText, pageFrom, pageOf } from './page.js';

const MAX = 64 * 1024;

/** Bytes of a value in a result, as data and as text. */
function bytesOf(value: unknown): number {
  const data = JSON.stringify(value);
  return Buffer.byteLength(data) + Buffer.byteLength(JSON.stringify(data));
}

describe('a page', () => {
  it('keeps what fits, and at least one item', () => {
    expect(pageOf(9, [1, 2, 3], { offset: 6 }, MAX)).toEqual({ Total: 9, Items: [1, 2, 3] });
    expect(fitting(['x'.repeat(100_000), 'y'], MAX)).toEqual(['x'.repeat(100_000)]);
    expect(fitting([], MAX)).toEqual([]);
  });

  it('says where the next one begins, and that the size of the answer ended it', () => {
    expect(pageOf(9, [1, 2, 3], { offset: 0 }, MAX)).toEqual({ Total: 9, Items: [1, 2, 3], NextOffset: 3 });
    const long = 'x'.repeat(20_000);
    expect(pageOf(9, [long, long, long], { offset: 4 }, MAX)).toEqual({
      Total: 9,
      Items: [long],
      NextOffset: 5,
      Truncated: true,
    });
  });

  it('is never shorter than asked without saying so', () => {
    const items = fc.array(fc.string({ maxLength: 400 }), { maxLength: 200 });
    const maxBytes = fc.integer({ min: 1_024, max: 100_000 });
    fc.assert(
      fc.property(
        items,
        fc.nat(50),
        fc.integer({ min: 1, max: 100 }),
        maxBytes,
        (all, offset, limit, max) => {
          const page = pageFrom(all, { limit, offset }, max, item => item);
          const wanted = all.slice(offset, offset + limit);
          expect(page.Truncated === true).toBe(page.Items.length < wanted.length);
          const rest = all.length - offset - page.Items.length;
          expect(page.NextOffset).toBe(
            rest > 0 && wanted.length > 0 ? offset + page.Items.length : undefined,
          );
        },
      ),
    );
  });

  it('is within its budget as data and as text, whatever is in it', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.constant('"\\'.repeat(500)));
    fc.assert(
      fc.property(fc.array(fc.record({ text }), { maxLength: 300 }), items => {
        const kept = fitting(items, MAX);
        expect(items.slice(0, kept.length)).toEqual(kept);
        const whole = bytesOf(kept);
        expect(kept.length <= 1 || whole <= MAX).toBe(true);
        if (whole > MAX) expect(kept).toHaveLength(1);
      }),
      { numRuns: 100 },
    );
  });

  it('is a part of a list', () => {
    const page = pageFrom([1, 2, 3, 4], { limit: 2, offset: 2 }, MAX, String);
    expect(page).toEqual({ Total: 4, Items: ['3', '4'] });
    expect(pageFrom([1], { limit: 2, offset: 5 }, MAX, String)).toEqual({ Total: 1, Items: [] });
  });
});

describe('a text in an answer', () => {
  it('is the longest beginning that fits, without half a character', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3_000 }),
      fc.constant('\u0001'.repeat(2_000)),
      fc.constant('😀'.repeat(2_000)),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1_100, max: 20_000 }), (whole, max) => {
        const part = fittingText(whole, max);
        expect(whole.startsWith(part)).toBe(true);
        expect(bytesOf(part)).toBeLessThanOrEqual(max);
        if (part.length === whole.length) return;
        expect(bytesOf(whole.slice(0, part.length + 2))).toBeGreaterThan(max - 1_100);
        expect(part.charCodeAt(part.length - 1) & 0xfc00).not.toBe(0xd800);
      }),
    );
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
