import { describe, expect, it } from 'vitest';
import { approvalSentences } from './approval-text.js';

describe('the rule of approvals in words', () => {
  it('is one sentence where all worlds have the same, and says who decides', () => {
    const rules = ['sea', 'land'].map(world => ({ world, rule: 'destructive' as const }));
    expect(approvalSentences({ by: 'operator', rules })).toEqual([
      'Calls that remove or overwrite something, or that run code, wait for a person.',
      'A person with the right approve decides, in the panel Approvals or with worldwire approve.',
    ]);
  });

  it('names the worlds where they differ', () => {
    const rules = [
      { world: 'sea', rule: 'writes' },
      { world: 'land', rule: 'none' },
    ] as const;
    expect(approvalSentences({ by: 'both', rules }).slice(0, 2)).toEqual([
      'sea: Every write waits for a person.',
      'land: No call waits for a person.',
    ]);
  });

  it('says nothing of a decision where no call waits', () => {
    const rules = [{ world: 'sea', rule: 'none' }] as const;
    expect(approvalSentences({ by: 'operator', rules })).toEqual(['No call waits for a person.']);
  });
});
