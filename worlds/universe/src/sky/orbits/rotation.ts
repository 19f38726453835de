export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Row-major. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number];

/** Rx·Ry·Rz, the order 'XYZ' of three.js: the rotation about z comes first. */
export function matrixOfEuler(x: number, y: number, z: number): Matrix {
  const [a, b] = [Math.cos(x), Math.sin(x)];
  const [c, d] = [Math.cos(y), Math.sin(y)];
  const [e, f] = [Math.cos(z), Math.sin(z)];
  return [
    c * e,
    -c * f,
    d,
    a * f + b * e * d,
    a * e - b * f * d,
    -b * c,
    b * f - a * e * d,
    b * e + a * f * d,
    a * c,
  ];
}

/** The inverse of `matrixOfEuler`. */
export function eulerOfMatrix(m: Matrix): Vector {
  const level = Math.hypot(m[0], m[1]);
  const y = Math.atan2(m[2], level);
  // Gimbal lock: at y = ±90° only the sum of x and z is determined.
  if (level < 1e-9) return { x: Math.atan2(m[7], m[4]), y, z: 0 };
  return { x: Math.atan2(-m[5], m[8]), y, z: Math.atan2(-m[1], m[0]) };
}

export function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[1] * n[3] + m[2] * n[6],
    m[0] * n[1] + m[1] * n[4] + m[2] * n[7],
    m[0] * n[2] + m[1] * n[5] + m[2] * n[8],
    m[3] * n[0] + m[4] * n[3] + m[5] * n[6],
    m[3] * n[1] + m[4] * n[4] + m[5] * n[7],
    m[3] * n[2] + m[4] * n[5] + m[5] * n[8],
    m[6] * n[0] + m[7] * n[3] + m[8] * n[6],
    m[6] * n[1] + m[7] * n[4] + m[8] * n[7],
    m[6] * n[2] + m[7] * n[5] + m[8] * n[8],
  ];
}

export function rotate(m: Matrix, v: Vector): Vector {
  return {
    x: m[0] * v.x + m[1] * v.y + m[2] * v.z,
    y: m[3] * v.x + m[4] * v.y + m[5] * v.z,
    z: m[6] * v.x + m[7] * v.y + m[8] * v.z,
  };
}
