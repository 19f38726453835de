import type { BodySpace, Place } from './body-space.js';
import { axesOf, type CameraState, directionOf, FIELD_OF_VIEW } from './camera.js';

export type Triple = readonly [number, number, number];

/** What one picture is drawn from. Lengths on the graphics card are km times `scale`, which makes the distance of the camera 1. */
export interface Frame {
  readonly space: BodySpace;
  readonly camera: Place;
  readonly target: Place;
  readonly distance: number;
  readonly scale: number;
  readonly right: Triple;
  readonly up: Triple;
  /** From the target to the camera. */
  readonly back: Triple;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** CSS pixels per radian in the middle of the picture. */
  readonly pixels: number;
  /** Device pixels per CSS pixel. */
  readonly density: number;
  readonly selected: number;
}

/** A picture of `target` by a camera, in an area of CSS pixels. */
export function frameOf(
  space: BodySpace,
  target: Place,
  state: CameraState,
  picture: Pick<Frame, 'width' | 'height' | 'density' | 'selected'>,
): Frame {
  const back = directionOf(state);
  const { distance } = state;
  return {
    space,
    target,
    distance,
    camera: {
      root: target.root,
      x: target.x + back[0] * distance,
      y: target.y + back[1] * distance,
      z: target.z + back[2] * distance,
    },
    scale: 1 / distance,
    ...axesOf(state),
    back,
    ...picture,
    pixels: pixelsPerRadian(picture.height),
  };
}

/** CSS pixels per radian in the middle of a picture of this height. */
export function pixelsPerRadian(height: number): number {
  return height / 2 / Math.tan(FIELD_OF_VIEW / 2);
}

const relative = new Float64Array(3);

/** A body on the picture, in CSS pixels; undefined behind the camera. */
export function project(
  frame: Frame,
  slot: number,
): { x: number; y: number; depth: number; radius: number } | undefined {
  const [x, y, z] = frame.space.from(slot, frame.camera, relative) as unknown as [number, number, number];
  return projectVector(frame, x, y, z, frame.space.radius[slot]!);
}

/** A point given from the camera, in km. */
export function projectVector(
  { right, up, back, width, height, pixels }: Frame,
  x: number,
  y: number,
  z: number,
  radius = 0,
): { x: number; y: number; depth: number; radius: number } | undefined {
  const depth = -(x * back[0] + y * back[1] + z * back[2]);
  if (!(depth > 0)) return undefined;
  const across = x * right[0] + y * right[1] + z * right[2];
  const rise = x * up[0] + y * up[1] + z * up[2];
  return {
    x: width / 2 + (across / depth) * pixels,
    y: height / 2 - (rise / depth) * pixels,
    depth,
    radius: (radius / Math.hypot(x, y, z)) * pixels,
  };
}
