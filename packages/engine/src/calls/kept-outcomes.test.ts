import { describe, expect, it } from 'vitest';
import { KeptOutcomes } from './kept-outcomes.js';

async function keep(outcomes: KeptOutcomes<string>, key: string, result: string): Promise<void> {
  await outcomes.keep(key, 'x', Promise.resolve(result)).outcome;
}

describe('kept outcomes', () => {
  it('are forgotten, the oldest first, when there are too many', async () => {
    const outcomes = new KeptOutcomes<string>(2);
    for (const key of ['a', 'b', 'c']) await keep(outcomes, key, key);
    expect(outcomes.find('a')).toBeUndefined();
    expect(await outcomes.find('c')?.outcome).toBe('c');
  });

  it('are forgotten, the oldest first, when they are too long together', async () => {
    const outcomes = new KeptOutcomes<string>(100, 60);
    for (const key of ['a', 'b', 'c']) await keep(outcomes, key, '0123456789');
    expect(['a', 'b', 'c'].filter(key => outcomes.find(key) !== undefined)).toEqual(['b', 'c']);
    await keep(outcomes, 'b', 'short');
    await keep(outcomes, 'd', '0123456');
    expect(['b', 'c', 'd'].filter(key => outcomes.find(key) !== undefined)).toEqual(['b', 'c', 'd']);
    await keep(outcomes, 'long', 'x'.repeat(31));
    expect(['b', 'c', 'd', 'long'].filter(key => outcomes.find(key) !== undefined)).toEqual([]);
  });

  it('of one owner are not evicted by another, neither by number nor by size', async () => {
    const outcomes = new KeptOutcomes<string>(10, 1_000);
    await outcomes.keep('mine', 'x', Promise.resolve('short'), 'me').outcome;
    for (let n = 0; n < 50; n++)
      await outcomes.keep(`many ${n}`, 'x', Promise.resolve('x'), 'another').outcome;
    for (let n = 0; n < 50; n++)
      await outcomes.keep(`long ${n}`, 'x', Promise.resolve('x'.repeat(200)), 'another').outcome;
    expect(await outcomes.find('mine')?.outcome).toBe('short');
    expect(outcomes.find('long 48')).toBeDefined();
    expect(outcomes.find('long 40')).toBeUndefined();
  });

  it('are forgotten only with the entry that was kept', async () => {
    const outcomes = new KeptOutcomes<string>(2);
    const first = outcomes.keep('a', 'x', Promise.resolve('1'));
    const second = outcomes.keep('a', 'x', Promise.resolve('2'));
    outcomes.forget('a', first);
    expect(outcomes.find('a')).toBe(second);
    outcomes.forget('a', second);
    expect(outcomes.find('a')).toBeUndefined();
  });

  it('may be failures', async () => {
    const outcomes = new KeptOutcomes<string>(2);
    const kept = outcomes.keep('a', 'x', Promise.reject(new Error('no')));
    await expect(kept.outcome).rejects.toThrow('no');
    expect(outcomes.find('a')).toBe(kept);
  });
});
