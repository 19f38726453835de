import { describe, expect, it } from 'vitest';
import type { Star } from '../domain/model/state.js';
import { ephemeris } from '../sky/orbits/ephemeris.js';
import { solarSystem } from './solar-system.js';
import { AU } from './surroundings.js';

const DAY = 86_400;
const J2000 = 2_451_545;
const GRAVITY = 6.6743e-20;
const sol = solarSystem();
const bodies = Object.values(sol.stars);
const circling = (parentId: string) => bodies.filter(body => body.parentId === parentId);

describe('the solar system', () => {
  it('has all the bodies it should', () => {
    const planets = 'mercury venus earth mars ceres jupiter saturn uranus neptune pluto halley';
    const moons =
      'moon phobos deimos io europa ganymede callisto mimas enceladus tethys dione rhea titan iapetus ' +
      'miranda ariel umbriel titania oberon triton charon';
    expect(bodies.map(body => body.id).sort()).toEqual(`sun ${planets} ${moons}`.split(' ').sort());
  });

  it('has the masses and radii of the fact sheets', () => {
    const { sun, earth, jupiter, moon, titan } = sol.stars;
    expect(sun!.mass / earth!.mass).toBeCloseTo(332_946, -3);
    expect(earth!.radius).toBe(6371);
    expect(jupiter!.mass / earth!.mass).toBeCloseTo(317.8, 0);
    expect(earth!.mass / moon!.mass).toBeCloseTo(81.3, 0);
    expect(titan!.radius).toBeGreaterThan(sol.stars.mercury!.radius);
  });

  it.each([
    ['earth', J2000, 100.38],
    ['earth', 2_451_623.816, 180],
    ['earth', 2_451_810.228, 0],
    ['earth', 2_460_389.629, 180],
    ['mercury', J2000, 253.78],
    ['venus', J2000, 182.6],
    ['mars', J2000, 359.44],
    ['jupiter', J2000, 36.29],
    ['saturn', J2000, 45.72],
    ['uranus', J2000, 316.42],
    ['neptune', J2000, 303.93],
    ['pluto', J2000, 250.54],
  ])('has %s on Julian day %d at heliocentric longitude %d°', (id, day, longitude) => {
    const off = ((longitudeOf(id, (day - J2000) * DAY) - longitude + 540) % 360) - 180;
    expect(Math.abs(off)).toBeLessThan(0.5);
  });

  it('has Earth at 0.983 AU at the turn of the year and at 1.017 AU in July', () => {
    expect(distanceOf('earth', 0) / AU).toBeCloseTo(0.9833, 3);
    expect(distanceOf('earth', 184 * DAY) / AU).toBeCloseTo(1.0167, 3);
  });

  it('had Halley at 0.59 AU on 1986 February 9', () => {
    expect(distanceOf('halley', (2_446_470.96 - J2000) * DAY) / AU).toBeCloseTo(0.586, 1);
  });

  it("obeys Kepler's third law around the Sun within 1%", () => {
    expect(circling('sun').length).toBeGreaterThan(8);
    for (const body of circling('sun')) expect(law(body) / (GRAVITY * sol.stars.sun!.mass)).toBeCloseTo(1, 2);
  });

  it("obeys Kepler's third law around the planets within 3%", () => {
    const moons = bodies.filter(body => body.bodyType === 'moon');
    expect(moons.length).toBeGreaterThan(5);
    for (const body of moons) {
      const mass = sol.stars[body.parentId!]!.mass + body.mass;
      expect(Math.abs(law(body) / (GRAVITY * mass) - 1), body.id).toBeLessThan(0.03);
    }
  });

  it('has Triton, and of the planets only Halley, going backwards', () => {
    const backwards = bodies.filter(body => body.parentId !== null && northwardSpin(body) < 0);
    expect(backwards.map(body => body.id)).toEqual(['halley', 'triton']);
  });

  it('has consistent links', () => {
    expect(bodies.length).toBeGreaterThan(20);
    for (const body of bodies) {
      expect(circling(body.id).map(child => child.id)).toEqual(body.children);
    }
    expect(sol.rootIds).toEqual(bodies.filter(body => body.parentId === null).map(body => body.id));
    const groups = Object.values(sol.groups);
    expect(groups.flatMap(({ children }) => children).length).toBeGreaterThan(0);
    for (const group of groups) {
      for (const child of group.children) {
        if (child.type === 'system') expect(sol.rootIds).toContain(child.id);
        else expect(sol.groups[child.id]?.parentGroupId).toBe(group.id);
      }
    }
    const hosted = [...Object.values(sol.smallBodyFields), ...Object.values(sol.protoplanetaryDisks)];
    expect(hosted.length).toBeGreaterThan(0);
    for (const { systemId, hostStarId, centralStarId } of hosted) {
      expect([systemId, hostStarId ?? centralStarId]).toEqual(['sun', 'sun']);
    }
  });

  it('is keyed by id throughout, and plain data of finite numbers', () => {
    for (const kind of [sol.stars, sol.groups, sol.smallBodyFields, sol.protoplanetaryDisks, sol.nebulae]) {
      expect(Object.keys(kind).length).toBeGreaterThan(0);
      for (const [id, entity] of Object.entries(kind)) expect(entity.id).toBe(id);
    }
    expect(JSON.parse(JSON.stringify(sol))).toEqual(sol);
    for (const { mass, radius, eccentricity = 0 } of bodies) {
      expect(mass > 0 && radius > 0 && eccentricity >= 0 && eccentricity < 1).toBe(true);
    }
  });

  it('is a fresh object every time', () => {
    expect(solarSystem()).toEqual(sol);
    expect(solarSystem().nebulae['crab-nebula']).not.toBe(sol.nebulae['crab-nebula']);
  });
});

function placeOf(id: string, t: number) {
  return ephemeris(sol, t).find(place => place.id === id)!;
}

function longitudeOf(id: string, t: number): number {
  const { x, z } = placeOf(id, t);
  return ((Math.atan2(-z, x) * 180) / Math.PI + 360) % 360;
}

function distanceOf(id: string, t: number): number {
  const { x, y, z } = placeOf(id, t);
  return Math.hypot(x, y, z);
}

function law(body: Star): number {
  return body.orbitalSpeed ** 2 * body.semiMajorAxis! ** 3;
}

function northwardSpin(body: Star): number {
  const [p, q] = [0, 60].map(t => {
    const [own, parent] = [placeOf(body.id, t), placeOf(body.parentId!, t)];
    return { x: own.x - parent.x, z: own.z - parent.z };
  });
  return p!.z * q!.x - p!.x * q!.z;
}
