import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { body, universeOf } from '../../testing/small-sky.js';
import { ephemeris } from './ephemeris.js';

const TURN = 2 * Math.PI;

describe('ephemeris', () => {
  it('moves a body counter-clockwise as seen from the north', () => {
    const state = universeOf(
      body('sun'),
      body('a', 'sun', { orbitalDistance: 100, orbitalSpeed: TURN / 400 }),
    );
    expectPlace(at(state, 0, 'a'), 100, 0, 0);
    expectPlace(at(state, 100, 'a'), 0, 0, -100);
    expectPlace(at(state, 200, 'a'), -100, 0, 0);
    expectPlace(at(state, 300, 'a'), 0, 0, 100);
  });

  it('moves a body of negative speed the other way', () => {
    const state = universeOf(
      body('sun'),
      body('a', 'sun', { orbitalDistance: 100, orbitalSpeed: -TURN / 400 }),
    );
    expectPlace(at(state, 100, 'a'), 0, 0, 100);
  });

  it('puts periapsis and apoapsis at a(1 − e) and a(1 + e)', () => {
    for (const eccentricity of [0.2, 0.9, 0.99]) {
      const state = universeOf(
        body('sun'),
        body('a', 'sun', { semiMajorAxis: 1000, eccentricity, orbitalSpeed: TURN / 10 }),
      );
      expectPlace(at(state, 0, 'a'), 1000 * (1 - eccentricity), 0, 0);
      expectPlace(at(state, 5, 'a'), -1000 * (1 + eccentricity), 0, 0);
    }
  });

  it('prefers the semi-major axis to the distance', () => {
    const state = universeOf(body('sun'), body('a', 'sun', { orbitalDistance: 7, semiMajorAxis: 50 }));
    expectPlace(at(state, 0, 'a'), 50, 0, 0);
  });

  it('closes every orbit after its period', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        fc.double({ min: 0, max: TURN, noNaN: true }),
        fc.double({ min: 1, max: 1e7, noNaN: true }),
        (eccentricity, orbitalPhase, period) => {
          const orbit = { semiMajorAxis: 1, eccentricity, orbitalPhase, orbitalSpeed: TURN / period };
          const state = universeOf(body('sun'), body('a', 'sun', { ...orbit, orbitRotX: 1, orbitRotZ: 2 }));
          const [before, after] = [at(state, 0, 'a'), at(state, period, 'a')];
          expect(Math.hypot(before.x - after.x, before.y - after.y, before.z - after.z)).toBeLessThan(1e-9);
        },
      ),
    );
  });

  it('sweeps equal areas in equal times, at the speed of the vis-viva equation', () => {
    const [axis, eccentricity, speed, step] = [1e6, 0.7, 1e-3, 1e-3];
    const orbit = { semiMajorAxis: axis, eccentricity, orbitalSpeed: speed };
    const state = universeOf(body('sun'), body('a', 'sun', orbit));
    for (let t = 0; t < TURN / speed; t += 500) {
      const [p, q] = [at(state, t - step / 2, 'a'), at(state, t + step / 2, 'a')];
      const area = (p.z * q.x - p.x * q.z) / 2 / step;
      expect(area / ((axis * axis * Math.sqrt(1 - eccentricity ** 2) * speed) / 2)).toBeCloseTo(1, 5);
      const r = Math.hypot((p.x + q.x) / 2, (p.z + q.z) / 2);
      const velocity = Math.hypot(q.x - p.x, q.z - p.z) / step;
      expect(velocity ** 2 / (speed ** 2 * axis ** 3 * (2 / r - 1 / axis))).toBeCloseTo(1, 5);
    }
  });

  it('adds the places of all parents, whatever the order of the state', () => {
    const state = universeOf(
      body('moon', 'planet', { orbitalDistance: 1, orbitalPhase: Math.PI }),
      body('planet', 'sun', { orbitalDistance: 10 }),
      body('sun', null, { orbitOffsetX: 1000, orbitOffsetY: 5, orbitOffsetZ: -3 }),
    );
    expectPlace(at(state, 0, 'moon'), 1009, 5, -3);
    expect(ephemeris(state, 0).map(place => place.id)).toEqual(['moon', 'planet', 'sun']);
    expect(ephemeris(state, 0)[0]).toMatchObject({ id: 'moon', name: 'moon', parentId: 'planet' });
  });

  it('turns the orbit before it moves it', () => {
    const turn = { orbitRotX: 0, orbitRotY: 0, orbitRotZ: Math.PI / 2, orbitOffsetX: 7 };
    const state = universeOf(body('sun'), body('a', 'sun', { orbitalDistance: 100, ...turn }));
    expectPlace(at(state, 0, 'a'), 7, 100, 0);
  });

  it('lets a root with an orbit circle the origin', () => {
    const state = universeOf(body('rogue', null, { orbitalDistance: 40, orbitalPhase: Math.PI / 2 }));
    expectPlace(at(state, 0, 'rogue'), 0, 0, -40);
  });

  it('follows a chain of 100,000 bodies', () => {
    const chain = [body('0')];
    for (let i = 1; i < 100_000; i++) chain.push(body(`${i}`, `${i - 1}`, { orbitalDistance: 1 }));
    const state = universeOf(...chain.reverse());
    expectPlace(at(state, 0, '99999'), 99_999, 0, 0);
  });

  it('stays within the numbers that JSON can carry', () => {
    const huge = { orbitalDistance: Number.MAX_VALUE, orbitOffsetX: Number.MAX_VALUE, orbitRotY: 0.3 };
    const state = universeOf(body('a', null, huge), body('b', 'a', { ...huge, orbitalSpeed: 1e300 }));
    const places = [...ephemeris(state, 1e300)];
    expect(places).toHaveLength(2);
    for (const place of places) {
      for (const value of [place.x, place.y, place.z]) expect(Number.isFinite(value)).toBe(true);
    }
  });
});

function at(state: Parameters<typeof ephemeris>[0], t: number, id: string) {
  return ephemeris(state, t).find(place => place.id === id)!;
}

function expectPlace(place: { x: number; y: number; z: number }, x: number, y: number, z: number): void {
  expect(place.x).toBeCloseTo(x, 9);
  expect(place.y).toBeCloseTo(y, 9);
  expect(place.z).toBeCloseTo(z, 9);
}
