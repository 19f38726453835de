import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characterEnd, cutText } from './cut-text.js';

describe('cutText', () => {
  it('returns a short text unchanged', () => {
    expect(cutText('star', 4)).toBe('star');
  });

  it('replaces the rest of a long text with an ellipsis', () => {
    expect(cutText('constellation', 6)).toBe('const…');
  });

  it('drops a surrogate pair that it would split', () => {
    expect(cutText('ab😀cd', 4)).toBe('ab…');
    expect(cutText('ab😀cd', 5)).toBe('ab😀…');
  });

  it('stays within the maximum and well formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const cut = cutText(text, max);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(() => encodeURIComponent(cut)).not.toThrow();
      }),
    );
  });
});

describe('characterEnd', () => {
  it('moves behind a surrogate pair that the end would split', () => {
    expect(characterEnd('a😀b', 2)).toBe(3);
    expect(characterEnd('a😀b', 3)).toBe(3);
  });

  it('leaves the end of the text where it is', () => {
    expect(characterEnd('a\ud83d', 2)).toBe(2);
    expect(characterEnd('abc', 10)).toBe(10);
    expect(characterEnd('abc', 0)).toBe(0);
  });
});
