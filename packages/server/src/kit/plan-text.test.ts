import { describe, expect, it } from 'vitest';
import { planText } from './plan-text.js';

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
});
