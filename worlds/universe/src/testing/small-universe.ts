import { Universe } from '../domain/universe.js';

/** sun > earth > moon and sun > mars; a lone star; group outer > inner > sun; a field and a disk around the sun. */
export function smallUniverse(): Universe {
  return Universe.from({
    stars: {
      sun: {},
      earth: { parentId: 'sun', name: 'Earth', asteroidSubType: 'home', eccentricity: 0.0167 },
      moon: { parentId: 'earth' },
      mars: { parentId: 'sun', ring: { opacity: 0.5 } },
      lone: {},
    },
    groups: {
      outer: { children: [{ id: 'inner', type: 'group' }] },
      inner: { parentGroupId: 'outer', children: [{ id: 'sun', type: 'system' }], color: '#ffffff' },
      top: {},
    },
    smallBodyFields: {
      belt: { hostStarId: 'sun', opacity: 0.5, regionLabel: 'calm' },
      other: { hostStarId: 'gone' },
    },
    protoplanetaryDisks: { disk: { centralStarId: 'earth' } },
    nebulae: { crab: { radius: 3 } },
    time: 5,
  });
}
