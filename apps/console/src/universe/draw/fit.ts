import type { BodySpace, Place } from './body-space.js';
import { axesOf, type CameraState, directionOf } from './camera.js';
import { pixelsPerRadian, type Triple } from './frame.js';
import { freeArea } from './free-area.js';
import type { Box } from './label-places.js';

/** The picture in CSS pixels, and what covers it. */
export interface View {
  readonly width: number;
  readonly height: number;
  readonly covered: readonly Box[];
}

/** Something round that is no body. */
export interface Sphere {
  readonly at: Place;
  readonly radius: number;
  /** Along the y axis, half the thickness of a disk. Default: the radius. */
  readonly rise?: number;
}

/** Room for marks and for the glow of a star. */
const MARGIN_PX = 26;
/** A star alone does not fill the picture. */
const ROOT_RADII = 2.5;

/**
 * The camera with the angles and the focus of `base` from which all bodies, their orbits and `spheres` are inside the free area of the
 * picture, as large as possible. Undefined without any of them.
 */
export function fitView(
  space: BodySpace,
  spheres: readonly Sphere[],
  base: CameraState,
  view: View,
): CameraState | undefined {
  const { right, up } = axesOf(base);
  const back = directionOf(base);
  const { left, top, right: end, bottom } = freeArea(view, MARGIN_PX);
  const pixels = pixelsPerRadian(view.height);
  // The sides of the area as tangents of the angle to the axis of the camera.
  const [a, b] = [(left - view.width / 2) / pixels, (end - view.width / 2) / pixels];
  const [c, d] = [(view.height / 2 - bottom) / pixels, (view.height / 2 - top) / pixels];
  const sides = [
    sum(right, back, 1, b),
    sum(right, back, -1, -a),
    sum(up, back, 1, d),
    sum(up, back, -1, -c),
  ];
  const root = base.focus === undefined ? undefined : space.slots.get(base.focus);
  const origin = space.inFrame({ root: root ?? -1, x: 0, y: 0, z: 0 }, -1);
  const [farRight, farLeft, farUp, farDown] = reachOf(space, spheres, origin, sides);
  if (farRight === undefined || farLeft === undefined || farUp === undefined || farDown === undefined)
    return undefined;
  // A camera at `depth` along the axis has room between two opposite sides for what reaches that far.
  const depth = Math.max((farRight + farLeft) / (b - a), (farUp + farDown) / (d - c));
  const across = (farRight - b * depth - farLeft - a * depth) / 2;
  const rise = (farUp - d * depth - farDown - c * depth) / 2;
  const [middle] = reachOf(space, spheres, origin, [back]);
  const [nearest] = reachOf(space, spheres, origin, [sum(back, back, -1, 0)]);
  // From the focus, or from the middle between the nearest and the farthest.
  const target = root === undefined ? (middle! - nearest!) / 2 : 0;
  const offset = [0, 1, 2].map(axis => right[axis]! * across + up[axis]! * rise + back[axis]! * target);
  return { ...base, offset: [offset[0]!, offset[1]!, offset[2]!], distance: depth - target };
}

/** How far everything reaches from the origin in each direction. Empty where nothing is. */
function reachOf(
  space: BodySpace,
  spheres: readonly Sphere[],
  origin: Place,
  directions: readonly Triple[],
): number[] {
  if (space.size === 0 && spheres.length === 0) return [];
  const reach = directions.map(() => Number.NEGATIVE_INFINITY);
  const offer = (at: Triple, extent: (direction: Triple) => number) => {
    for (let index = 0; index < directions.length; index++) {
      const direction = directions[index]!;
      reach[index] = Math.max(reach[index]!, dot(at, direction) + extent(direction));
    }
  };
  const { own, local, offset, major, minor, radius } = space;
  const from = (root: number, other: (axis: number) => number): Triple => [
    own[root * 3]! - origin.x + other(0),
    own[root * 3 + 1]! - origin.y + other(1),
    own[root * 3 + 2]! - origin.z + other(2),
  ];
  for (let slot = 0; slot < space.end; slot++) {
    if (radius[slot]! < 0) continue;
    const [root, parent, at] = [space.root[slot]!, space.parent[slot]!, slot * 3];
    const size = radius[slot]! * (parent < 0 ? ROOT_RADII : 1);
    offer(
      from(root, axis => local[at + axis]!),
      direction => size * Math.hypot(...direction),
    );
    if (parent < 0 || space.axis[slot] === 0) continue;
    const shift = space.eccentricity[slot]!;
    offer(
      from(root, axis => local[parent * 3 + axis]! + offset[at + axis]! - shift * major[at + axis]!),
      direction => Math.hypot(dotAt(major, at, direction), dotAt(minor, at, direction)),
    );
  }
  for (const { at, radius: size, rise = size } of spheres) {
    const { x, y, z } = space.inFrame(at, -1);
    offer([x - origin.x, y - origin.y, z - origin.z], direction =>
      Math.hypot(direction[0] * size, direction[1] * rise, direction[2] * size),
    );
  }
  return reach;
}

function sum(one: Triple, other: Triple, a: number, b: number): Triple {
  return [one[0] * a + other[0] * b, one[1] * a + other[1] * b, one[2] * a + other[2] * b];
}

function dot(one: Triple, other: Triple): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}

function dotAt(values: Float64Array, at: number, [x, y, z]: Triple): number {
  return values[at]! * x + values[at + 1]! * y + values[at + 2]! * z;
}
