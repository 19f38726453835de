import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LargeRevision, LargeRevisionCache } from './large-revisions.js';

const large = (id = ''): LargeRevision => ({
  revision: 1,
  command: {},
  events: [],
  changes: [{ op: 'remove', in: 'stars', id }],
});

describe('the revisions that were read last', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are held for several who read in turn', () => {
    const lastRead = new LargeRevisionCache();
    const [one, other] = [large(), large()];
    lastRead.hold('one', one);
    lastRead.hold('other', other);
    expect([lastRead.find('one'), lastRead.find('other')]).toEqual([one, other]);
    expect(lastRead.find('one')).toBe(one);
  });

  it('are few: the one that was read longest ago goes first', () => {
    const lastRead = new LargeRevisionCache();
    const first = large();
    lastRead.hold('a', first);
    for (const name of ['b', 'c', 'd']) lastRead.hold(name, large());
    lastRead.hold('a', first);
    lastRead.hold('e', large());
    expect(['a', 'b', 'c', 'd', 'e'].filter(name => lastRead.find(name) !== undefined)).toEqual([
      'a',
      'c',
      'd',
      'e',
    ]);
  });

  it('stay within their budget, except the newest', () => {
    const lastRead = new LargeRevisionCache(1_000);
    lastRead.hold('a', large('x'.repeat(400)));
    lastRead.hold('b', large('x'.repeat(300)));
    expect(lastRead.find('a')).toBeDefined();
    lastRead.hold('c', large('x'.repeat(400)));
    expect([lastRead.find('a') !== undefined, lastRead.find('b')]).toEqual([true, undefined]);
    lastRead.hold('d', large('x'.repeat(5_000)));
    expect(['a', 'c', 'd'].filter(name => lastRead.find(name) !== undefined)).toEqual(['d']);
    lastRead.hold('e', large());
    expect(['d', 'e'].filter(name => lastRead.find(name) !== undefined)).toEqual(['e']);
  });

  it('are dropped after a timeout', () => {
    const lastRead = new LargeRevisionCache();
    lastRead.hold('a', large());
    vi.advanceTimersByTime(9_999);
    expect(lastRead.find('a')).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(lastRead.find('a')).toBeUndefined();
  });
});
