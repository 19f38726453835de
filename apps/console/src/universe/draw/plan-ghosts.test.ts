import type { Star, UniverseState } from '@worldwire/universe/sky';
import { describe, expect, it } from 'vitest';
import { difference, UniverseCopy } from '../model/universe-copy.js';
import { comparisonGhosts, planGhosts } from './plan-ghosts.js';

const copyOf = (revision: number, stars: Record<string, Partial<Star>>): UniverseCopy =>
  UniverseCopy.of(
    {
      stars: Object.fromEntries(
        Object.entries(stars).map(([id, star]) => [
          id,
          { id, name: id, parentId: null, children: [], ...star },
        ]),
      ),
      rootIds: Object.keys(stars),
      groups: {},
      rootGroupIds: [],
      belts: {},
      smallBodyFields: {},
      protoplanetaryDisks: {},
      nebulae: {},
      time: 0,
    } as unknown as UniverseState,
    revision,
  );

describe('ghosts', () => {
  it('of a plan are the new, the changed and the removed bodies', () => {
    const copy = copyOf(1, { a: { orbitalDistance: 1 }, b: {} });
    const ghosts = planGhosts(
      copy,
      { 'stars/a': { orbitalDistance: 1 }, 'stars/b': {}, 'stars/c': null },
      { 'stars/a': { orbitalDistance: 9 }, 'stars/b': null, 'stars/c': { radius: 4 } },
    );
    expect(ghosts.map(({ kind, body }) => `${kind} ${body.id}`)).toEqual(['ghost a', 'removed b', 'added c']);
    expect(ghosts[0]?.body.orbitalDistance).toBe(9);
    expect(planGhosts(copy, undefined, 'x')).toEqual([]);
  });

  it('of a comparison are the same whichever state is shown', () => {
    const old = copyOf(1, { gone: {}, moved: { orbitalDistance: 1 } });
    const now = copyOf(2, { made: {}, moved: { orbitalDistance: 2 } });
    const change = difference(old, now);
    const kinds = (ghosts: ReturnType<typeof comparisonGhosts>) =>
      ghosts.map(({ kind, body }) => `${kind} ${body.id}`);
    expect(kinds(comparisonGhosts(now, old, change))).toEqual(['added made', 'removed gone', 'moved moved']);
    expect(kinds(comparisonGhosts(old, now, change))).toEqual(['added made', 'removed gone', 'moved moved']);
  });
});
