import type { Rotator, Vector } from '../port/operations.js';
import { LOCATION, ROTATION, SCALE } from './model/engine-classes.js';
import type { Component } from './model/model-object.js';
import { rotatorOf, vectorOf } from './model/shapes.js';

/** A place in the level. */
interface Place {
  readonly location: Vector;
  /** Degrees from +X to +Y. */
  readonly yaw: number;
  readonly scale: Vector;
}

/** The place of a component with all that it is attached to. */
export function placeOf(component: Component): Place {
  let location = { x: 0, y: 0, z: 0 };
  let forward = { x: 1, y: 0, z: 0 };
  let scale = { x: 1, y: 1, z: 1 };
  for (let each: Component | undefined = component; each !== undefined; each = each.parent) {
    const rotation = rotatorOf(each.get(ROTATION));
    const own = vectorOf(each.get(SCALE));
    location = sum(vectorOf(each.get(LOCATION)), rotated(product(location, own), rotation));
    forward = rotated(forward, rotation);
    scale = product(scale, own);
  }
  return { location, yaw: (Math.atan2(forward.y, forward.x) / Math.PI) * 180, scale };
}

/** Unreal applies roll, then pitch, then yaw. */
function rotated(vector: Vector, { pitch, yaw, roll }: Rotator): Vector {
  const [y, z] = turned(vector.y, vector.z, -roll);
  const [x, up] = turned(vector.x, z, pitch);
  const [ahead, right] = turned(x, y, yaw);
  return { x: ahead, y: right, z: up };
}

/** Turns the first axis towards the second. */
function turned(a: number, b: number, degrees: number): readonly [number, number] {
  const radians = (degrees / 180) * Math.PI;
  const [sine, cosine] = [Math.sin(radians), Math.cos(radians)];
  return [a * cosine - b * sine, a * sine + b * cosine];
}

function sum(a: Vector, b: Vector): Vector {
  return { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z };
}

function product(a: Vector, b: Vector): Vector {
  return { x: a.x * b.x, y: a.y * b.y, z: a.z * b.z };
}
