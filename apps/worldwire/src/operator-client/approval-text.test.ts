import { describe, expect, it } from 'vitest';
import { effectLines } from './approval-text.js';

const NOTHING = { removes: 0, overwrites: 0, changes: 0, adds: 0 };

describe('the effect of a call in the terminal', () => {
  it('has no totals if it is not known', () => {
    const sentence = 'It is not known what Call a method changes.';
    expect(effectLines({ sentence, totals: NOTHING })).toEqual([`  effect     ${sentence}`]);
  });

  it('has the totals of what is counted', () => {
    const lines = effectLines({ sentence: 'Deletes 2.', totals: { ...NOTHING, removes: 2 } });
    expect(lines).toEqual(['  effect     Deletes 2.', '  in all     2 removed']);
  });
});
