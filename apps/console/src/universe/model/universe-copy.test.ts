import type { Star, UniverseState } from '@worldwire/universe/sky';
import { describe, expect, it } from 'vitest';
import { difference, UniverseCopy } from './universe-copy.js';

const body = (id: string, parentId: string | null, more: Partial<Star> = {}): Star => ({
  id,
  name: id,
  mass: 1,
  radius: 1,
  color: '#fff',
  children: [],
  parentId,
  orbitalDistance: 10,
  orbitalSpeed: 1,
  orbitalPhase: 0,
  ...more,
});

function state(...bodies: Star[]): UniverseState {
  const stars = Object.fromEntries(
    bodies.map(one => [
      one.id,
      { ...one, children: bodies.filter(({ parentId }) => parentId === one.id).map(({ id }) => id) },
    ]),
  );
  return {
    stars,
    rootIds: bodies.filter(({ parentId }) => parentId === null).map(({ id }) => id),
    groups: {},
    rootGroupIds: [],
    belts: {},
    smallBodyFields: {},
    protoplanetaryDisks: {},
    nebulae: {},
    time: 0,
  };
}

describe('a copy of a universe', () => {
  it('follows changes and names the bodies that they touched', () => {
    const copy = UniverseCopy.of(state(body('sun', null)), 4);
    const touched = copy.apply(
      [
        { op: 'add', in: 'stars', id: 'vulcan', value: body('vulcan', 'sun') },
        { op: 'link', list: 'children', of: 'sun', id: 'vulcan', after: null },
        { op: 'patch', in: 'stars', id: 'sun', value: { name: 'Sol' } },
        { op: 'time', value: 60 },
      ],
      5,
    );
    expect(copy.revision).toBe(5);
    expect(copy.body('sun')?.name).toBe('Sol');
    expect([...copy.store.list('children', 'sun')]).toEqual(['vulcan']);
    expect(copy.store.time).toBe(60);
    expect(touched.reset).toBe(false);
    expect([...touched.ids.stars]).toEqual(['vulcan', 'sun']);
    expect([...touched.added]).toEqual(['vulcan']);
  });

  it('says that all may be different after a reset', () => {
    const copy = UniverseCopy.of(state(body('sun', null)), 0);
    expect(copy.apply([{ op: 'reset', value: state(body('other', null)) }], 1).reset).toBe(true);
    expect(copy.body('sun')).toBeUndefined();
  });

  it('draws a universe in units of a scene with radians, and its radii in the unit of its distances', () => {
    const copy = UniverseCopy.of(
      { ...state(body('a', null, { orbitalPhase: 180, radius: 2 })), units: 'scene' },
      0,
    );
    expect(copy.drawnBody('a')?.orbitalPhase).toBeCloseTo(Math.PI);
    expect(copy.drawnBody('a')?.radius).toBe(2);
  });
});

describe('the difference of two states', () => {
  it('lists added, removed and moved bodies, and those with other fields', () => {
    const before = UniverseCopy.of(
      state(body('sun', null), body('a', 'sun'), body('b', 'sun'), body('c', 'sun')),
      1,
    );
    const after = UniverseCopy.of(
      state(
        body('sun', null),
        body('a', 'sun', { orbitalDistance: 20 }),
        body('b', 'sun', { color: '#000' }),
        body('d', 'sun'),
      ),
      2,
    );
    expect(difference(before, after)).toEqual({
      added: ['d'],
      removed: ['c'],
      changed: [
        { id: 'a', moved: true, fields: ['orbitalDistance'] },
        { id: 'b', moved: false, fields: ['color'] },
      ],
    });
  });
});
