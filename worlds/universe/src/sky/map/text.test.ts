import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, escapeXml, fitText, grouped, inFont, textWidth } from './text.js';

describe('cleanText', () => {
  it('removes characters that XML does not allow and bidirectional controls', () => {
    expect(cleanText('a\u0000b\u202ec\u2066d\ud800e\uffff')).toBe('a b c d e');
    expect(cleanText(' two \n\t lines ')).toBe('two lines');
  });

  it('never gives more characters than asked for', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.integer({ min: 1, max: 40 }),
        (text, most) => {
          expect([...cleanText(text, most)].length).toBeLessThanOrEqual(most);
        },
      ),
    );
    expect(cleanText('x'.repeat(200), 10)).toBe('xxxxxxxxx…');
  });

  it('keeps other scripts and whole characters', () => {
    expect(cleanText('כוכב')).toBe('כוכב');
    expect(cleanText('🪐🪐🪐', 2)).toBe('🪐…');
  });

  it('is empty for a value that is not a text', () => {
    expect([undefined, null, 5, {}].map(value => cleanText(value))).toEqual(['', '', '', '']);
  });
});

describe('text on the map', () => {
  it('escapes all five characters', () => {
    expect(escapeXml(`<a href="x">'&'</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;');
  });

  it('fits a width', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.double({ min: 0, max: 300, noNaN: true }),
        (text, width) => {
          const fitted = fitText(text, 12, width);
          expect(fitted === '' || textWidth(fitted, 12) <= width).toBe(true);
        },
      ),
    );
  });

  it('groups thousands', () => {
    expect([0, 999, 1000, 99_400, 1_234_567].map(grouped)).toEqual([
      '0',
      '999',
      '1,000',
      '99,400',
      '1,234,567',
    ]);
  });

  it('knows which scripts the font has', () => {
    expect(['Ñandú Ψ Жар', 'Cygnus X-1', 'Kuiper’s – belt…'].every(inFont)).toBe(true);
    expect(['كوكب', '中文', '🪐'].some(inFont)).toBe(false);
  });
});
