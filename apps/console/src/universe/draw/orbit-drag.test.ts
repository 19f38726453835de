import { eccentricAnomaly, placeOnOrbit, type Star } from '@worldwire/universe/sky';
import { describe, expect, it } from 'vitest';
import { movedAlong, resized } from './orbit-drag.js';

const body = {
  id: 'a',
  orbitalDistance: 1e8,
  semiMajorAxis: 1e8,
  eccentricity: 0.3,
  orbitalSpeed: 2e-7,
  orbitalPhase: 1,
} as Star;

describe('dragging an orbit', () => {
  it('moves the body to the anomaly at the time', () => {
    const next = { ...body, ...movedAlong(body, 5e6, 2.2) };
    expect(eccentricAnomaly(next.orbitalPhase + next.orbitalSpeed * 5e6, 0.3)).toBeCloseTo(2.2, 6);
  });

  it("keeps Kepler's third law and the direction of the body", () => {
    const next = { ...body, ...resized(body, 5e6, 2) };
    expect(next.semiMajorAxis).toBe(2e8);
    expect(next.orbitalDistance).toBe(2e8);
    expect(next.orbitalSpeed ** 2 * 8).toBeCloseTo(body.orbitalSpeed ** 2, 20);
    const [one, other] = [placeOnOrbit(body, 5e6), placeOnOrbit(next, 5e6)];
    expect(other.x / one.x).toBeCloseTo(2, 5);
    expect(other.z / one.z).toBeCloseTo(2, 5);
  });

  it('adds no semi-major axis to a body that has none', () => {
    const { semiMajorAxis: _, ...round } = body;
    expect(resized(round as Star, 0, 2)).not.toHaveProperty('semiMajorAxis');
  });
});
