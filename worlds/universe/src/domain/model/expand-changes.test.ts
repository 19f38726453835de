import { describe, expect, it } from 'vitest';
import { smallUniverse } from '../../testing/small-universe.js';
import { Universe } from '../index.js';
import { expandResets } from './expand-changes.js';

describe('a reset that is spelled out', () => {
  const value = smallUniverse().snapshot();

  it('leads to the same state in steps that are small each', () => {
    const steps = expandResets([{ op: 'reset', value }]);
    const copy = Universe.from({ stars: { other: {} }, time: 1 });
    copy.replay(steps);
    expect(copy.snapshot()).toEqual(value);
    expect(steps.filter(({ op }) => op === 'reset')).toHaveLength(1);
    for (const step of steps) expect(JSON.stringify(step).length).toBeLessThan(500);
  });

  it('keeps the order of lists, and of the changes around it', () => {
    const changes = [{ op: 'reset', value } as const, { op: 'time', value: 9 } as const];
    const copy = Universe.empty();
    copy.replay(expandResets(changes));
    expect(copy.snapshot()).toEqual({ ...value, time: 9 });
  });
});
