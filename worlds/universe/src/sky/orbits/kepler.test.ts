import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eccentricAnomaly, withinTurn } from './kepler.js';

describe('eccentricAnomaly', () => {
  it('is the mean anomaly on a circle', () => {
    expect(eccentricAnomaly(1.25, 0)).toBe(1.25);
  });

  it('gives the worked example of a textbook', () => {
    // Meeus, Astronomical Algorithms, example 30.a: e = 0.1, M = 5°, E = 5.554589°.
    const degrees = (eccentricAnomaly((5 * Math.PI) / 180, 0.1) * 180) / Math.PI;
    expect(degrees).toBeCloseTo(5.554589, 6);
  });

  it('solves the equation for every eccentricity below one and every anomaly', () => {
    const eccentricities = fc.oneof(
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.constantFrom(0.9, 0.99, 0.999999, 1 - 1e-12, 1 - Number.EPSILON),
    );
    const anomalies = fc.oneof(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: -1e-6, max: 1e-6, noNaN: true }),
    );
    fc.assert(
      fc.property(anomalies, eccentricities, (m, e) => {
        const found = eccentricAnomaly(m, e);
        expect(Math.abs(found - e * Math.sin(found) - withinTurn(m))).toBeLessThan(1e-12);
      }),
      { numRuns: 2000 },
    );
  });

  it('is odd: the way back mirrors the way out', () => {
    for (const m of [0.001, 0.5, 3]) {
      expect(eccentricAnomaly(-m, 0.97)).toBeCloseTo(-eccentricAnomaly(m, 0.97), 13);
    }
  });

  it('takes an infinite anomaly for zero', () => {
    expect(eccentricAnomaly(Number.POSITIVE_INFINITY, 0.5)).toBe(0);
    expect(eccentricAnomaly(Number.NaN, 0.5)).toBe(0);
  });
});
