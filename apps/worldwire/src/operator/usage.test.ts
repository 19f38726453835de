import { describe, expect, it } from 'vitest';
import { PrincipalUsage } from './usage.js';

describe('the usage of principals', () => {
  it('counts calls, errors and denials, and the time of the last call', () => {
    let now = 0;
    const usage = new PrincipalUsage(() => ++now);
    usage.count('ann', undefined);
    usage.count('ann', 'Conflict');
    usage.count('ann', 'PermissionDenied');
    usage.count('bob', undefined);
    expect(Object.fromEntries(usage)).toEqual({
      ann: { calls: 3, errors: 2, denied: 1, lastCall: 3 },
      bob: { calls: 1, errors: 0, denied: 0, lastCall: 4 },
    });
  });

  it('forgets the first of too many principals', () => {
    const usage = new PrincipalUsage(() => 1);
    for (let n = 0; n <= 10_000; n++) usage.count(`p${n}`, undefined);
    const names = [...usage].map(([name]) => name);
    expect(names).toHaveLength(10_000);
    expect(names).not.toContain('p0');
    expect(names).toContain('p10000');
  });
});
