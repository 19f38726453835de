import { describe, expect, it } from 'vitest';
import { ResultCache } from './result-cache.js';

describe('kept results', () => {
  it('hold no more bytes than they may, and let go of what was not asked for longest', () => {
    const kept = new ResultCache(10);
    for (const name of ['a', 'b', 'c']) kept.keep(name, name, 3);
    expect(kept.get('a')).toBe('a');
    kept.keep('d', 'd', 3);
    expect(['a', 'b', 'c', 'd'].map(name => kept.get(name))).toEqual(['a', undefined, 'c', 'd']);
    expect(kept.bytes).toBe(9);
  });

  it('leave out what is larger than all that they may hold', () => {
    const kept = new ResultCache(10);
    kept.keep('a', 'a', 3);
    kept.keep('large', 'large', 11);
    expect([kept.get('a'), kept.get('large'), kept.bytes]).toEqual(['a', undefined, 3]);
  });

  it('count a result once that is kept again', () => {
    const kept = new ResultCache(10);
    kept.keep('a', 1, 3);
    kept.keep('a', 2, 4);
    expect([kept.get('a'), kept.bytes]).toEqual([2, 4]);
  });
});
