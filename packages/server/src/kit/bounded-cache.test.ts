import { afterEach, describe, expect, it, vi } from 'vitest';
import { BoundedCache } from './bounded-cache.js';

afterEach(() => {
  vi.useRealTimers();
});

describe('a bounded cache', () => {
  it('drops what was used longest ago when its size is exceeded', () => {
    const cache = new BoundedCache<string>({ maxSize: 10 });
    cache.set('a', 'A', 4);
    cache.set('b', 'B', 4);
    expect(cache.get('a')).toBe('A');
    cache.set('c', 'C', 4);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C']);
    expect(cache.size).toBe(8);
  });

  it('drops the oldest when it has too many entries', () => {
    const cache = new BoundedCache<number>({ maxEntries: 2 });
    for (const n of [1, 2, 3]) cache.set(`${n}`, n);
    expect(cache.get('1')).toBeUndefined();
    expect(cache.get('3')).toBe(3);
  });

  it('counts an entry once that is set again', () => {
    const cache = new BoundedCache<string>({ maxSize: 10 });
    cache.set('a', 'A', 4);
    cache.set('a', 'B', 6);
    expect(cache.size).toBe(6);
    expect(cache.get('a')).toBe('B');
  });

  it('does not keep a value larger than all that may be kept, and drops nothing for it', () => {
    const cache = new BoundedCache<string>({ maxSize: 10 });
    cache.set('a', 'A', 4);
    cache.set('b', 'B', 11);
    expect(cache.get('b')).toBeUndefined();
    expect(cache.get('a')).toBe('A');
  });

  it('keeps the newest whatever its size where that is wanted', () => {
    const cache = new BoundedCache<string>({ maxSize: 10, keepsNewest: true });
    cache.set('a', 'A', 4);
    cache.set('b', 'B', 11);
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 'B']);
  });

  it('drops an entry when its time is over, and not earlier when it was set again', () => {
    vi.useFakeTimers();
    const cache = new BoundedCache<string>({ ttlMs: 100 });
    cache.set('a', 'A');
    vi.advanceTimersByTime(60);
    cache.set('a', 'B');
    vi.advanceTimersByTime(60);
    expect(cache.get('a')).toBe('B');
    vi.advanceTimersByTime(60);
    expect(cache.get('a')).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  it('is empty after it was cleared, and no timer is left', () => {
    vi.useFakeTimers();
    const cache = new BoundedCache<string>({ ttlMs: 100 });
    cache.set('a', 'A');
    cache.clear();
    expect(cache.get('a')).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
