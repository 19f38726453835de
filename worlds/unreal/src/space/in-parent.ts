import type { Transform, Vector } from '../port/operations.js';
import { product, quaternionOf, rotated, rotatorOf } from './quaternion.js';

/** Steps of a centimetre, or of a factor. */
const PRECISION = 10_000;

/** The parts of a relative transform that a parent does not move. */
export interface AbsoluteParts {
  readonly location: boolean;
  readonly rotation: boolean;
  readonly scale: boolean;
}

/** The transform in the space of the parent's parent. Shear, which a parent with unequal scales causes, is not represented, as in the engine. */
export function inParent(own: Transform, parent: Transform, absolute: AbsoluteParts): Transform {
  const turn = quaternionOf(parent.rotation);
  const moved = rotated(product3(own.location, parent.scale), turn);
  return {
    location: absolute.location ? own.location : rounded(sum(moved, parent.location)),
    rotation: absolute.rotation ? own.rotation : rotatorOf(product(quaternionOf(own.rotation), turn)),
    scale: absolute.scale ? own.scale : rounded(product3(own.scale, parent.scale)),
  };
}

function sum(a: Vector, b: Vector): Vector {
  return { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z };
}

function product3(a: Vector, b: Vector): Vector {
  return { x: a.x * b.x, y: a.y * b.y, z: a.z * b.z };
}

/** Without the noise of the calculation and without -0. */
function rounded({ x, y, z }: Vector): Vector {
  const round = (value: number) => Math.round(value * PRECISION) / PRECISION || 0;
  return { x: round(x), y: round(y), z: round(z) };
}
