import { describe, expect, it } from 'vitest';
import { rootsOf } from './roots-of.js';

describe('rootsOf', () => {
  it('finds the roots between their descendants', () => {
    const items = [
      { Id: 'a', Descendants: 2 },
      { Id: 'a1', Descendants: 1 },
      { Id: 'a2', Descendants: 0 },
      { Id: 'b', Descendants: 0 },
    ];
    const { roots, next } = rootsOf(items, 0);
    expect(roots.map(({ Id }) => Id)).toEqual(['a', 'b']);
    expect(next).toBe(4);
  });

  it('jumps over 49,000 objects below the last root of a part', () => {
    expect(rootsOf([{ Id: 'a', Descendants: 49_000 }], 10).next).toBe(49_011);
  });

  it('uses paths where the engine does not count descendants', () => {
    const items = [
      { Id: 'a', Path: '/A', Descendants: null },
      { Id: 'b', Path: '/A/B', Descendants: null },
      { Id: 'c', Path: '/AB', Descendants: null },
    ];
    expect(rootsOf(items, 0).roots.map(({ Id }) => Id)).toEqual(['a', 'c']);
  });
});
