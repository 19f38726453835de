import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrixOfEuler, rotate, type Vector } from '../sky/orbits/rotation.js';
import { orientation } from './orientation.js';

const DEGREE = Math.PI / 180;
const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe('orientation', () => {
  it('equals the classic formula of an ecliptic place', () => {
    fc.assert(
      fc.property(
        degrees(0, 180),
        degrees(0, 360),
        degrees(0, 360),
        degrees(0, 360),
        (i, node, arg, anomaly) => {
          const turn = orientation(i, node, arg);
          const flat = { x: Math.cos(anomaly * DEGREE), y: 0, z: -Math.sin(anomaly * DEGREE) };
          const found = rotate(matrixOfEuler(turn.x, turn.y, turn.z), flat);
          const wanted = eclipticPlace(i * DEGREE, node * DEGREE, (arg + anomaly) * DEGREE);
          expect(Math.hypot(found.x - wanted.x, found.y - wanted.y, found.z - wanted.z)).toBeLessThan(1e-7);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('leaves an orbit without angles where it is', () => {
    expect(orientation(0, 0, 0)).toEqual({ x: -0, y: 0, z: -0 });
  });
});

/** The textbook's X, Y, Z with Z to the north, as our x, −z, y. */
function eclipticPlace(i: number, node: number, u: number): Vector {
  return {
    x: Math.cos(node) * Math.cos(u) - Math.sin(node) * Math.sin(u) * Math.cos(i),
    y: Math.sin(u) * Math.sin(i),
    z: -(Math.sin(node) * Math.cos(u) + Math.cos(node) * Math.sin(u) * Math.cos(i)),
  };
}
