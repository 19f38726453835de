import { describe, expect, it } from 'vitest';
import { differenceGroups } from './difference-groups.js';
import { difference, UniverseCopy } from './universe-copy.js';

function copyOf(revision: number, bodies: Readonly<Record<string, { name: string; mass?: number }>>) {
  const stars = Object.fromEntries(
    Object.entries(bodies).map(([id, { name, mass = 1 }]) => [
      id,
      {
        id,
        name,
        mass,
        radius: 1,
        color: '#ffffff',
        parentId: null,
        children: [],
        orbitalDistance: 0,
        orbitalSpeed: 0,
        orbitalPhase: 0,
      },
    ]),
  );
  const state = {
    stars,
    rootIds: Object.keys(stars),
    groups: {},
    rootGroupIds: [],
    belts: {},
    time: 0,
    smallBodyFields: {},
    protoplanetaryDisks: {},
    nebulae: {},
  };
  return UniverseCopy.of(state as never, revision);
}

describe('the list of differences', () => {
  const old = copyOf(1, { sun: { name: 'Sun' }, mars: { name: 'Mars' } });
  const now = copyOf(4, { sun: { name: 'Sun', mass: 2 }, vulcan: { name: 'Vulcan' } });
  const expected = [
    { kind: 'added', total: 1, items: [{ id: 'vulcan', name: 'Vulcan', fields: [] }] },
    { kind: 'removed', total: 1, items: [{ id: 'mars', name: 'Mars', fields: [] }] },
    { kind: 'changed', total: 1, items: [{ id: 'sun', name: 'Sun', fields: ['mass'] }] },
  ];

  it('names the bodies by kind, whichever of the two states is shown', () => {
    expect(differenceGroups(now, old, difference(old, now))).toEqual(expected);
    expect(differenceGroups(old, now, difference(old, now))).toEqual(expected);
  });

  it('is bounded, and counts all', () => {
    const many = copyOf(
      5,
      Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`b${index}`, { name: `B ${index}` }])),
    );
    const none = copyOf(2, {});
    const [group, ...others] = differenceGroups(many, none, difference(none, many));
    expect(others).toEqual([]);
    expect([group?.kind, group?.total, group?.items.length]).toEqual(['added', 150, 100]);
  });
});
