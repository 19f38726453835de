import { MathUtils, type Quaternion, Vector3 } from 'three';

/** There is no window. Picks use this size. */
export const SCREEN = { width: 1280, height: 720 };

/** The pose and field of view of a camera. */
export interface View {
  readonly position: Vector3;
  readonly rotation: Quaternion;
  /** Of the height, in degrees. */
  readonly fov: number;
}

/** The direction through a point of the picture; x and y are from 0 to 1 from the upper left corner. */
export function directionThrough({ rotation, fov }: View, x: number, y: number): Vector3 {
  const half = Math.tan(MathUtils.degToRad(fov) / 2);
  const aspect = SCREEN.width / SCREEN.height;
  return new Vector3((2 * x - 1) * half * aspect, (1 - 2 * y) * half, 1)
    .applyQuaternion(rotation)
    .normalize();
}

/** The screen position of a point in pixels from the lower left corner, as in Unity, and its distance. */
export function toScreen({ position, rotation, fov }: View, place: Vector3): Vector3 {
  const seen = place.clone().sub(position).applyQuaternion(rotation.clone().invert());
  const half = Math.tan(MathUtils.degToRad(fov) / 2);
  const aspect = SCREEN.width / SCREEN.height;
  return new Vector3(
    ((seen.x / (seen.z * half * aspect) + 1) / 2) * SCREEN.width,
    ((seen.y / (seen.z * half) + 1) / 2) * SCREEN.height,
    seen.z,
  );
}
