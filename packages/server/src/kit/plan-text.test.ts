import { describe, expect, it } from 'vitest';
import { planQuestions } from './plan-text.js';

function moons(count: number, what: 'adds' | 'removes' = 'removes') {
  return Array.from({ length: count }, (_, index) => ({ what, subject: `Moon ${index}` }));
}

describe('the questions about a plan', () => {
  it('are one that has the sentence, then removals, then the rest, with hidden characters escaped', () => {
    const questions = planQuestions(
      'Delete A?',
      {
        sentence: 'Removes A\u202e.',
        undo: 'none: A does not come back.',
        note: 'A is old.',
        items: [
          { what: 'adds', subject: 'C' },
          { what: 'overwrites', subject: 'B', before: { mass: 1 }, after: { mass: 2 } },
          { what: 'removes', subject: 'A\u202e' },
        ],
        totals: { removes: 1, overwrites: 1, changes: 0, adds: 1 },
      },
      'Arguments: {}',
    );
    expect(questions).toEqual([
      'Delete A?\nRemoves A\\u202e.\nUndo: none: A does not come back.\nNote: A is old.\nremoves A\\u202e\noverwrites B: {"mass":1} -> {"mass":2}\nadds C\nArguments: {}',
    ]);
  });

  it('have every item once in their parts, removals first, and then what the plan does not name', () => {
    const items = [...moons(500, 'adds'), ...moons(500)];
    const effect = {
      sentence: 'Much.',
      items,
      totals: { removes: 503, overwrites: 0, changes: 0, adds: 500 },
    };
    const questions = planQuestions('Delete?', effect, 'Arguments: {}');
    expect(questions.length).toBeGreaterThan(2);
    expect(questions.every(question => question.length <= 4_200)).toBe(true);
    const lines = questions.flatMap((question, index) => {
      const [head, ...rest] = question.split('\n');
      const part = `Part ${index + 1} of ${questions.length}: it runs when the last part is accepted.`;
      expect(head).toBe(index === 0 ? `Delete? ${part}` : part);
      return rest;
    });
    expect(new Set(lines).size).toBe(1_003);
    expect(lines.slice(0, 2)).toEqual(['Much.', 'removes Moon 0']);
    expect(lines[501]).toBe('adds Moon 0');
    expect(lines.slice(-2)).toEqual([
      'This is not all of the plan. Not shown here: 3 removed.',
      'Arguments: {}',
    ]);
  });
});
