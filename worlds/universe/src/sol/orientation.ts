import { eulerOfMatrix, type Matrix, matrixOfEuler, multiply, type Vector } from '../sky/orbits/rotation.js';

const DEGREE = Math.PI / 180;

/**
 * The turn of an orbit given by inclination, longitude of the ascending node and argument of periapsis, in
 * degrees, as the three angles of orbitRotX/Y/Z. Astronomy turns about its pole z, z(Ω)·x(i)·z(ω); here the
 * pole is y, so it is y(Ω)·x(i)·y(ω).
 */
export function orientation(inclination: number, node: number, periapsis: number): Vector {
  const tilted = multiply(aboutY(node), matrixOfEuler(inclination * DEGREE, 0, 0));
  return eulerOfMatrix(multiply(tilted, aboutY(periapsis)));
}

function aboutY(degrees: number): Matrix {
  return matrixOfEuler(0, degrees * DEGREE, 0);
}
