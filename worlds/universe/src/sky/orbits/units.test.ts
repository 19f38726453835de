import { describe, expect, it } from 'vitest';
import { expandResets, finish, parseStateSteps, Universe } from '../../domain/index.js';
import { mapSvg } from '../map/map-svg.js';
import { ephemeris } from './ephemeris.js';

const ORBIT = { name: 'Planet', parentId: 'sun', orbitalDistance: 50, orbitalPhase: 90, orbitalSpeed: 3 };
const SCENE = { units: 'scene', stars: { sun: {}, planet: ORBIT } };

function planetAt(state: unknown, t: number) {
  const [, { x, y, z } = { x: 0, y: 0, z: 0 }] = ephemeris(finish(parseStateSteps(state)), t).toSorted(
    (a, b) => b.id.localeCompare(a.id),
  );
  return [x, y, z].map(value => Number(value.toFixed(9)) + 0);
}

describe('a universe in the units of a scene', () => {
  it('has its angles in degrees', () => {
    expect(planetAt(SCENE, 0)).toEqual([0, 0, -50]);
    expect(planetAt(SCENE, 30)).toEqual([-50, 0, 0]);
    const tilted = { ...SCENE, stars: { sun: {}, planet: { ...ORBIT, orbitRotX: 90 } } };
    expect(planetAt(tilted, 0)).toEqual([0, 50, 0]);
  });

  it('has distances without a unit on its map, and the sizes of its bodies in those of Earth', () => {
    const written = (state: unknown) => mapSvg(finish(parseStateSteps(state)));
    expect(written(SCENE)).toContain('>50<');
    expect(written({ ...SCENE, units: 'standard' })).toContain('>50 km<');
    const { units, ...alike } = {
      ...SCENE,
      stars: { sun: { radius: 6371 }, planet: { ...ORBIT, radius: 6371, orbitalPhase: Math.PI / 2 } },
    };
    expect(written(alike).replace('>50 km<', '>50<')).toBe(written(SCENE));
  });

  it('keeps its units when its state is replaced, unless the new one names others', () => {
    const universe = Universe.from(SCENE);
    universe.apply({ type: 'replaceSnapshot', snapshot: { stars: { other: {} } } });
    expect(universe.snapshot().units).toBe('scene');
    const { changes, inverse } = universe.apply({ type: 'replaceSnapshot', snapshot: { units: 'standard' } });
    expect(universe.snapshot()).not.toHaveProperty('units');
    universe.revert(changes, inverse);
    expect(universe.snapshot().units).toBe('scene');
    expect(expandResets(inverse)[0]).toMatchObject({ op: 'reset', value: { units: 'scene' } });
  });

  it('has them in its state, whole or in parts, and in its bodies', () => {
    const universe = Universe.from(SCENE);
    expect(JSON.parse(finish(universe.capture().text()))).toEqual(universe.snapshot());
    expect(universe.snapshot().units).toBe('scene');
    expect(universe.view({ include: ['units'] })).toEqual({ units: 'scene' });
    expect(universe.view({ ids: ['sun'] })).toHaveProperty('units', 'scene');
  });

  it('is refused with units that are not known', () => {
    expect(() => Universe.from({ units: 'miles' })).toThrow('units');
  });
});

it('a universe in standard units has no units field', () => {
  const universe = Universe.from({ units: 'standard', stars: { sun: {} } });
  expect(universe.snapshot()).not.toHaveProperty('units');
  expect(universe.view()).not.toHaveProperty('units');
  expect(finish(universe.capture().text())).not.toContain('units');
});
