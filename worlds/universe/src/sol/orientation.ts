import { eulerOfMatrix, type Matrix, matrixOfEuler, multiply, type Vector } from '../sky/orbits/rotation.js';

const DEGREE = Math.PI / 180;

/**
 * Converts inclination, longitude of the ascending node and argument of periapsis, in degrees, to orbitRotX/Y/Z. In
 * astronomy the pole is z: z(Ω)·x(i)·z(ω). Here the pole is y: y(Ω)·x(i)·y(ω).
 */
export function orientation(inclination: number, node: number, periapsis: number): Vector {
  const tilted = multiply(aboutY(node), matrixOfEuler(inclination * DEGREE, 0, 0));
  return eulerOfMatrix(multiply(tilted, aboutY(periapsis)));
}

function aboutY(degrees: number): Matrix {
  return matrixOfEuler(0, degrees * DEGREE, 0);
}
