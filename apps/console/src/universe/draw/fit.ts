import { fitCamera, type View } from '../../explorer/fit-camera.js';
import type { BodySpace, Place } from './body-space.js';
import { axesOf, type CameraState, directionOf, FIELD_OF_VIEW } from './camera.js';
import type { Triple } from './frame.js';

/** Something round that is no body. */
export interface Sphere {
  readonly at: Place;
  readonly radius: number;
  /** Along the y axis, half the thickness of a disk. Default: the radius. */
  readonly rise?: number;
}

/** A star alone does not fill the picture. */
const ROOT_RADII = 2.5;
const EDGES: readonly Triple[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

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
  if (space.size === 0 && spheres.length === 0) return undefined;
  const axes = { ...axesOf(base), back: directionOf(base) };
  const root = base.focus === undefined ? undefined : space.slots.get(base.focus);
  const start = space.inFrame({ root: root ?? -1, x: 0, y: 0, z: 0 }, -1);
  const origin = root === undefined ? middleOf(space, spheres, start) : start;
  const { across, rise, depth } = fitCamera(axes, FIELD_OF_VIEW, view, directions =>
    reachOf(space, spheres, origin, directions),
  );
  const [x, y, z] = [0, 1, 2].map(axis => axes.right[axis]! * across + axes.up[axis]! * rise);
  const offset =
    root === undefined ? ([origin.x + x!, origin.y + y!, origin.z + z!] as const) : ([x!, y!, z!] as const);
  return { ...base, offset, distance: depth };
}

function middleOf(space: BodySpace, spheres: readonly Sphere[], start: Place): Place {
  const reach = reachOf(space, spheres, start, [...EDGES, ...EDGES.map(([x, y, z]): Triple => [-x, -y, -z])]);
  const [x, y, z] = [0, 1, 2].map(axis => (reach[axis]! - reach[axis + 3]!) / 2);
  return { root: -1, x: x!, y: y!, z: z! };
}

/** How far everything reaches from the origin in each direction. */
function reachOf(
  space: BodySpace,
  spheres: readonly Sphere[],
  origin: Place,
  directions: readonly Triple[],
): number[] {
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

function dot(one: Triple, other: Triple): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}

function dotAt(values: Float64Array, at: number, [x, y, z]: Triple): number {
  return values[at]! * x + values[at + 1]! * y + values[at + 2]! * z;
}
