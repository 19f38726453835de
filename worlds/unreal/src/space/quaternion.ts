import type { Rotator, Vector } from '../port/operations.js';

/** A unit quaternion. */
export interface Quaternion extends Vector {
  readonly w: number;
}

/** Of the product of two parts of a unit quaternion, from which on a rotation counts as straight up or down. */
const NEAR_POLE = 0.4999995;
/** Steps of one degree. */
const PRECISION = 10_000;

/** Yaw about z, pitch about y, roll about x, as the engine defines them. */
export function quaternionOf({ pitch, yaw, roll }: Rotator): Quaternion {
  const half = (angle: number) => ((angle % 360) * Math.PI) / 360;
  const [sp, sy, sr] = [pitch, yaw, roll].map(angle => Math.sin(half(angle))) as [number, number, number];
  const [cp, cy, cr] = [pitch, yaw, roll].map(angle => Math.cos(half(angle))) as [number, number, number];
  return {
    x: cr * sp * sy - sr * cp * cy,
    y: -cr * sp * cy - sr * cp * sy,
    z: cr * cp * sy - sr * sp * cy,
    w: cr * cp * cy + sr * sp * sy,
  };
}

/** In degrees, without the noise of single precision. */
export function rotatorOf({ x, y, z, w }: Quaternion): Rotator {
  const singularity = z * x - w * y;
  const yaw = degrees(Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)));
  // Near ±90° of pitch, roll and yaw are the same axis.
  if (Math.abs(singularity) > NEAR_POLE) {
    const sign = Math.sign(singularity);
    return { pitch: 90 * sign, yaw, roll: turned(sign * yaw - degrees(2 * Math.atan2(x, w))) };
  }
  return {
    pitch: degrees(Math.asin(2 * singularity)),
    yaw,
    roll: degrees(Math.atan2(-2 * (w * x + y * z), 1 - 2 * (x * x + y * y))),
  };
}

/** The rotation by `second` after that by `first`. */
export function product(first: Quaternion, second: Quaternion): Quaternion {
  const [a, b] = [second, first];
  return {
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  };
}

export function rotated(vector: Vector, by: Quaternion): Vector {
  const twice = cross(by, vector);
  const t = { x: 2 * twice.x, y: 2 * twice.y, z: 2 * twice.z };
  const u = cross(by, t);
  return {
    x: vector.x + by.w * t.x + u.x,
    y: vector.y + by.w * t.y + u.y,
    z: vector.z + by.w * t.z + u.z,
  };
}

function cross(a: Vector, b: Vector): Vector {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
}

/** Without -0. */
function degrees(radians: number): number {
  return Math.round((radians * 180 * PRECISION) / Math.PI) / PRECISION || 0;
}

/** Between -180 and 180. */
function turned(angle: number): number {
  return angle - 360 * Math.round(angle / 360) || 0;
}
