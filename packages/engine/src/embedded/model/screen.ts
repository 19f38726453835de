import { Color, MathUtils, Quaternion, Vector3 } from 'three';

/** There is no window. Picks use this size. */
export const SCREEN = { width: 1280, height: 720 };

/** The pose of a camera, and how it sees. */
export interface View {
  readonly position: Vector3;
  readonly rotation: Quaternion;
  /** Of the height, in degrees. */
  readonly fov: number;
  /** Distances of the clip planes. */
  readonly near: number;
  readonly far: number;
  /** The layers that it draws, as bits. */
  readonly layers: number;
  readonly background: Color;
}

export const DEFAULT_VIEW: View = {
  position: new Vector3(),
  rotation: new Quaternion(),
  fov: 60,
  near: 0.3,
  far: 1000,
  layers: -1,
  background: new Color(0.19, 0.3, 0.47),
};

/** Half of what the picture shows at the distance 1, across and up. */
export function halfSize({ fov }: View): { readonly x: number; readonly y: number } {
  const y = Math.tan(MathUtils.degToRad(fov) / 2);
  return { x: (y * SCREEN.width) / SCREEN.height, y };
}

/** The direction through a point of the picture; x and y are from 0 to 1 from the upper left corner. */
export function directionThrough(view: View, x: number, y: number): Vector3 {
  const half = halfSize(view);
  return new Vector3((2 * x - 1) * half.x, (1 - 2 * y) * half.y, 1)
    .applyQuaternion(view.rotation)
    .normalize();
}

/** The screen position of a point in pixels from the lower left corner, as in Unity, and its distance. */
export function toScreen(view: View, place: Vector3): Vector3 {
  const seen = place.clone().sub(view.position).applyQuaternion(view.rotation.clone().invert());
  const half = halfSize(view);
  return new Vector3(
    ((seen.x / (seen.z * half.x) + 1) / 2) * SCREEN.width,
    ((seen.y / (seen.z * half.y) + 1) / 2) * SCREEN.height,
    seen.z,
  );
}
