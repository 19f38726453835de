import { describe, expect, it } from 'vitest';
import { movedBetween, type Places } from './moved.js';

function places(all: Readonly<Record<string, readonly number[]>>): Places {
  return new Map(Object.entries(all).map(([id, at]) => [id, { id, path: `/${id}`, at }]));
}

describe('what moved', () => {
  const before = places({ near: [0, 0, 0], far: [0, 0, 0], still: [1, 1, 1], gone: [5, 5, 5] });
  const after = places({ near: [0, 0.5, 0], far: [0, -3.00123, 4], still: [1, 1, 1.001], fresh: [7, 0, 0] });

  it('is told with its places, the farthest first, then what came and what went', () => {
    expect(movedBetween(before, after, 'world')).toEqual([
      { path: '/far', from: [0, 0, 0], to: [0, -3, 4] },
      { path: '/near', from: [0, 0, 0], to: [0, 0.5, 0] },
      { path: '/fresh', to: [7, 0, 0] },
      { path: '/gone', from: [5, 5, 5] },
    ]);
  });

  it('has no objects that came or went where a list is not whole, and no moves of a pixel', () => {
    expect(movedBetween(before, after, 'pixels', false)).toEqual([
      { path: '/far', from: [0, 0, 0], to: [0, -3, 4] },
    ]);
  });

  it('are 20 at most', () => {
    const many = (by: number) =>
      places(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`o${at}`, [at * by, 0]])));
    expect(movedBetween(many(1), many(2), 'world')).toHaveLength(20);
  });
});
