import { describe, expect, it } from 'vitest';
import { planPages, planText } from './plan-text.js';

describe('the text of a plan', () => {
  it('has the sentence, then removals, then the rest, with hidden characters escaped', () => {
    const text = planText({
      sentence: 'Removes A\u202e.',
      items: [
        { what: 'adds', subject: 'C' },
        { what: 'overwrites', subject: 'B', before: { mass: 1 }, after: { mass: 2 } },
        { what: 'removes', subject: 'A\u202e' },
      ],
      totals: { removes: 1, overwrites: 1, changes: 0, adds: 1 },
    });
    expect(text).toBe('Removes A\\u202e.\nremoves A\\u202e\noverwrites B: {"mass":1} -> {"mass":2}\nadds C');
  });

  it('says what does not fit', () => {
    const items = Array.from({ length: 200 }, (_, index) => ({
      what: 'removes' as const,
      subject: `Moon ${index}`,
    }));
    const effect = { sentence: 'Much.', items, totals: { removes: 250, overwrites: 3, changes: 0, adds: 0 } };
    const shown = planText(effect, 500);
    expect(shown.length).toBeLessThan(600);
    const named = [...shown.matchAll(/^removes/gm)].length;
    expect(shown).toContain(
      `This is not all of the plan. Not shown here: ${250 - named} removed, 3 overwritten.`,
    );
  });

  it('has pages with every item once, and then what the plan does not name', () => {
    const items = Array.from({ length: 200 }, (_, index) => ({
      what: index < 100 ? ('adds' as const) : ('removes' as const),
      subject: `Moon ${index}`,
    }));
    const effect = {
      sentence: 'Much.',
      items,
      totals: { removes: 103, overwrites: 0, changes: 0, adds: 100 },
    };
    const pages = planPages(effect, 500);
    expect(pages.every(page => page.length <= 500)).toBe(true);
    const lines = pages.join('\n').split('\n');
    expect(lines).toHaveLength(202);
    expect(lines.slice(0, 2)).toEqual(['Much.', 'removes Moon 100']);
    expect(new Set(lines).size).toBe(202);
    expect(lines.at(-1)).toBe('This is not all of the plan. Not shown here: 3 removed.');
  });
});
