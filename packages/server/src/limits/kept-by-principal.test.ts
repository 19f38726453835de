import { describe, expect, it } from 'vitest';
import { KeptByPrincipal } from './kept-by-principal.js';

describe('values that are kept by principal', () => {
  it('of a principal that keeps few are not removed for one that keeps many', () => {
    const kept = new KeptByPrincipal<number>(4);
    kept.set('bob', 'b', 0);
    for (let count = 0; count < 100; count++) kept.set('ada', `a${count}`, count);
    expect(kept.keys).toEqual(['b', 'a97', 'a98', 'a99']);
    expect(kept.values).toEqual([0, 97, 98, 99]);
  });

  it('name what was removed for them, which is the oldest of the principal with the most', () => {
    const kept = new KeptByPrincipal<number>(3);
    kept.set('ada', 'a1', 1);
    kept.set('ada', 'a2', 2);
    expect(kept.set('bob', 'b1', 3)).toBeUndefined();
    expect(kept.set('eve', 'e1', 4)).toBe('a1');
    expect([kept.size, kept.get('a1'), kept.get('a2')]).toEqual([3, undefined, 2]);
  });

  it('are the newest of their key, and belong to the principal that wrote them last', () => {
    const kept = new KeptByPrincipal<number>(2);
    kept.set('ada', 'x', 1);
    kept.set('ada', 'y', 2);
    kept.set('bob', 'x', 3);
    expect([kept.size, kept.get('x')]).toEqual([2, 3]);
    expect(kept.set('ada', 'z', 4)).toBe('y');
    expect(kept.delete('x')).toBe(true);
    expect(kept.delete('x')).toBe(false);
    expect(kept.keys).toEqual(['z']);
  });
});
