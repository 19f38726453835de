import { placeOnOrbit, type Star } from '@worldwire/universe/sky';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodySpace, type Place } from './body-space.js';

const ORIGIN: Place = { root: -1, x: 0, y: 0, z: 0 };
const star = (id: string, parentId: string | null, more: Partial<Star> = {}): Star => ({
  id,
  name: id,
  mass: 1,
  radius: 1,
  color: '#ffffff',
  children: [],
  parentId,
  orbitalDistance: 0,
  orbitalSpeed: 0,
  orbitalPhase: 0,
  ...more,
});
const at = (space: BodySpace, id: string, from = ORIGIN) =>
  Array.from(space.from(space.slots.get(id)!, from, new Float64Array(3)));

describe('places of bodies', () => {
  it('are those of the orbits that the server computes', () => {
    const angle = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(
        fc.record({
          orbitalDistance: fc.double({ min: 1, max: 1e9, noNaN: true }),
          eccentricity: fc.double({ min: 0, max: 0.95, noNaN: true }),
          orbitalPhase: angle,
          orbitalSpeed: fc.double({ min: -1e-5, max: 1e-5, noNaN: true }),
          orbitRotX: angle,
          orbitRotY: angle,
          orbitRotZ: angle,
          orbitOffsetX: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        }),
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        (orbit, time) => {
          const space = new BodySpace();
          const body = star('a', null, orbit);
          space.put(body);
          space.place(time);
          const { x, y, z } = placeOnOrbit(body, time);
          const [dx, dy, dz] = at(space, 'a');
          expect(Math.hypot(dx! - x, dy! - y, dz! - z)).toBeLessThan(1e-9 * orbit.orbitalDistance + 1e-6);
        },
      ),
    );
  });

  it('are sums along the line of parents, also if a child comes before its parent', () => {
    const space = new BodySpace();
    space.put(star('moon', 'planet', { orbitOffsetX: 1 }));
    space.put(star('planet', 'sun', { orbitOffsetX: 20 }));
    space.put(star('sun', null, { orbitOffsetX: 300 }));
    space.place(0);
    expect(at(space, 'moon')).toEqual([321, 0, 0]);
  });

  it('keep metres between bodies of one system far from the origin', () => {
    const space = new BodySpace();
    space.put(star('sun', null, { orbitOffsetX: 3e17 }));
    space.put(star('moon', 'sun', { orbitOffsetX: 0.001 }));
    space.place(0);
    expect(at(space, 'moon', space.placeOf(space.slots.get('sun')!))).toEqual([0.001, 0, 0]);
  });

  it('change only for a body that moves enough to be seen', () => {
    const space = new BodySpace();
    space.put(star('slow', null, { orbitalDistance: 1e6, orbitalSpeed: 1e-9 }));
    space.put(star('fast', null, { orbitalDistance: 1e6, orbitalSpeed: 1e-3 }));
    space.place(0);
    const eye = { root: -1, x: 0, y: 1e6, z: 0 };
    expect(space.place(1, eye, 1e-4)).toBe(true);
    expect(at(space, 'slow')[2]).toBeCloseTo(0, 9);
    expect(at(space, 'fast')[2]).toBeLessThan(-900);
    expect(space.place(1)).toBe(true);
    expect(at(space, 'slow')[2]).toBeLessThan(-0.0009);
  });

  it('reuse the slot of a removed body, and grow beyond the first arrays', () => {
    const space = new BodySpace();
    for (let index = 0; index < 1_000; index++) space.put(star(`s${index}`, null, { orbitOffsetY: index }));
    space.remove('s5');
    space.put(star('new', null, { orbitOffsetY: -1 }));
    space.place(0);
    expect(space.end).toBe(1_000);
    expect(at(space, 'new')).toEqual([0, -1, 0]);
    expect(at(space, 's999')).toEqual([0, 999, 0]);
  });

  it('follow a body to another parent', () => {
    const space = new BodySpace();
    for (const [id, x] of [
      ['a', 10],
      ['b', 20],
    ] as const)
      space.put(star(id, null, { orbitOffsetX: x }));
    space.put(star('m', 'a', { orbitOffsetX: 1 }));
    space.place(0);
    space.put(star('m', 'b', { orbitOffsetX: 1 }));
    space.place(0);
    expect(at(space, 'm')).toEqual([21, 0, 0]);
  });
});
