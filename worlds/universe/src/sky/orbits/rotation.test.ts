import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eulerOfMatrix, matrixOfEuler, multiply, rotate } from './rotation.js';

const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });

describe('Euler angles', () => {
  it('turn about z first and about x last', () => {
    const quarter = Math.PI / 2;
    const turned = rotate(matrixOfEuler(quarter, 0, quarter), { x: 1, y: 0, z: 0 });
    expect(turned.x).toBeCloseTo(0, 15);
    expect(turned.y).toBeCloseTo(0, 15);
    expect(turned.z).toBeCloseTo(1, 15);
  });

  it('are the product of the three single turns', () => {
    fc.assert(
      fc.property(angle, angle, angle, (x, y, z) => {
        const single = multiply(
          multiply(matrixOfEuler(x, 0, 0), matrixOfEuler(0, y, 0)),
          matrixOfEuler(0, 0, z),
        );
        expectSame(matrixOfEuler(x, y, z), single);
      }),
    );
  });

  it('survive the conversion to a matrix and back', () => {
    fc.assert(
      fc.property(angle, fc.oneof(angle, fc.constantFrom(Math.PI / 2, -Math.PI / 2)), angle, (x, y, z) => {
        const matrix = matrixOfEuler(x, y, z);
        const back = eulerOfMatrix(matrix);
        expectSame(matrixOfEuler(back.x, back.y, back.z), matrix);
      }),
      { numRuns: 500 },
    );
  });
});

function expectSame(one: readonly number[], other: readonly number[]): void {
  for (const [i, value] of one.entries()) expect(Math.abs(value - other[i]!)).toBeLessThan(1e-8);
}
