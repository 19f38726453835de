import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AssetInfo } from '../../port/operations.js';
import { ListCache } from './list-cache.js';

const list = (length: number): AssetInfo[] =>
  Array.from({ length }, (_, number) => ({ path: `/Game/A${number}`, name: `A${number}`, class: 'World' }));

describe('a list of assets', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is kept for a limited time', () => {
    const kept = new ListCache<AssetInfo>();
    const items = list(3);
    kept.keep('doors', items);
    vi.advanceTimersByTime(14_000);
    expect(kept.get('doors')).toBe(items);
    vi.advanceTimersByTime(2_000);
    expect(kept.get('doors')).toBeUndefined();
  });

  it('replaces an older one of the same request', () => {
    const kept = new ListCache<AssetInfo>();
    kept.keep('doors', list(1));
    vi.advanceTimersByTime(10_000);
    kept.keep('doors', list(2));
    vi.advanceTimersByTime(10_000);
    expect(kept.get('doors')).toHaveLength(2);
  });

  it('is dropped over the limit of lists or items', () => {
    const kept = new ListCache<AssetInfo>();
    for (const question of ['a', 'b', 'c', 'd', 'e']) kept.keep(question, list(1));
    expect([kept.get('a'), kept.get('b')?.length]).toEqual([undefined, 1]);
    kept.keep('f', list(100_000));
    expect([kept.get('e'), kept.get('f')?.length]).toEqual([undefined, 100_000]);
  });

  it('is dropped with its editor', () => {
    const kept = new ListCache<AssetInfo>();
    kept.keep('doors', list(1));
    kept.clear();
    expect([kept.get('doors'), vi.getTimerCount()]).toEqual([undefined, 0]);
  });
});
