import { describe, expect, it } from 'vitest';
import { EntryCache } from './entry-cache.js';

function journal(newest: () => number) {
  const asked: [number, number][] = [];
  let fails = false;
  return {
    asked,
    fail: (next: boolean) => {
      fails = next;
    },
    entries: async (from: number, to: number) => {
      asked.push([from, to]);
      if (fails) throw new Error('lost');
      const last = Math.min(to, newest());
      return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => ({
        revision: from + index,
        at: '2026-11-18T01:00:00.000Z',
        what: `change ${from + index}`,
        touched: [],
      }));
    },
  };
}

describe('the cache of journal entries', () => {
  it('reads a block once', async () => {
    const source = journal(() => 250);
    const cache = new EntryCache(source);
    await cache.want(0, 150, 250);
    await cache.want(20, 120, 250);
    expect(source.asked).toEqual([
      [0, 99],
      [100, 199],
    ]);
    expect(cache.get(150)?.what).toBe('change 150');
    expect(cache.between(98, 101).map(({ revision }) => revision)).toEqual([98, 99, 100, 101]);
  });

  it('reads only the new entries of a block that was not full', async () => {
    let newest = 3;
    const source = journal(() => newest);
    const cache = new EntryCache(source);
    await cache.want(0, 3, 3);
    newest = 5;
    await cache.want(0, 5, 5);
    expect(source.asked).toEqual([
      [0, 3],
      [4, 5],
    ]);
    expect(cache.get(5)?.revision).toBe(5);
    expect(cache.get(1)?.revision).toBe(1);
  });

  it('reads the entries that came while a block was read', async () => {
    let newest = 1;
    const source = journal(() => newest);
    const cache = new EntryCache(source);
    const first = cache.want(0, 1, 1);
    newest = 2;
    await Promise.all([first, cache.want(0, 2, 2)]);
    expect(cache.get(2)?.revision).toBe(2);
    expect(source.asked).toEqual([
      [0, 1],
      [2, 2],
    ]);
  });

  it('keeps at most 20 blocks, and reads no more than these at once', async () => {
    const source = journal(() => 100_000);
    const cache = new EntryCache(source);
    await cache.want(0, 100_000, 100_000);
    expect(source.asked.length).toBe(20);
    await cache.want(0, 99, 100_000);
    expect(cache.blocks).toBe(20);
    expect(cache.get(50)?.revision).toBe(50);
  });

  it('asks again for what could not be read, and does not reject', async () => {
    let newest = 3;
    const source = journal(() => newest);
    const cache = new EntryCache(source);
    source.fail(true);
    await cache.want(0, 3, 3);
    expect(cache.get(1)).toBeUndefined();
    source.fail(false);
    await cache.want(0, 3, 3);
    expect(cache.get(1)?.revision).toBe(1);
    newest = 4;
    source.fail(true);
    await cache.want(0, 4, 4);
    source.fail(false);
    await cache.want(0, 4, 4);
    expect(cache.get(4)?.revision).toBe(4);
  });
});
