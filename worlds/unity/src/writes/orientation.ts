import type { Vector3Dto } from '../dto/cards.js';

type Quaternion = readonly [x: number, y: number, z: number, w: number];

/** Whether two triples of angles in degrees give the same rotation. */
export function sameTurn(a: Vector3Dto, b: Vector3Dto): boolean {
  const [ax, ay, az, aw] = quaternion(a);
  const [bx, by, bz, bw] = quaternion(b);
  return Math.abs(ax * bx + ay * by + az * bz + aw * bw) > 1 - 1e-9;
}

/** Rotates around z, then x, then y, as Unity does. */
function quaternion({ X, Y, Z }: Vector3Dto): Quaternion {
  const half = Math.PI / 360;
  const [sx, sy, sz] = [Math.sin(X * half), Math.sin(Y * half), Math.sin(Z * half)];
  const [cx, cy, cz] = [Math.cos(X * half), Math.cos(Y * half), Math.cos(Z * half)];
  return [
    cy * sx * cz + sy * cx * sz,
    sy * cx * cz - cy * sx * sz,
    cy * cx * sz - sy * sx * cz,
    cy * cx * cz + sy * sx * sz,
  ];
}
