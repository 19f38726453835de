import { Euler, MathUtils, Quaternion, Vector3 } from 'three';

/** Euler angles in degrees, from 0 to below 360. */
export function toAngles(rotation: Quaternion): Vector3 {
  const { x, y, z } = new Euler().setFromQuaternion(rotation, 'YXZ');
  return new Vector3(round(x), round(y), round(z));
}

export function fromAngles({
  x,
  y,
  z,
}: {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}): Quaternion {
  const { degToRad } = MathUtils;
  return new Quaternion().setFromEuler(new Euler(degToRad(x), degToRad(y), degToRad(z), 'YXZ'));
}

/** Rounds away small errors: 359.9999999 is 0. */
function round(radians: number): number {
  const degrees = Math.round(MathUtils.radToDeg(radians) * 1e6) / 1e6;
  return (((degrees % 360) + 360) % 360) + 0;
}
