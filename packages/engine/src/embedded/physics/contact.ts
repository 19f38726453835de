import { Vector3 } from 'three';
import { BoxCollider, type Collider } from '../components/colliders.js';
import { worldMatrix, worldScale } from '../model/placement.js';

/** A collider in world coordinates: an axis-aligned box, or a sphere. */
export type Shape =
  | { readonly center: Vector3; readonly half: Vector3 }
  | { readonly center: Vector3; readonly radius: number };

/** A rotated box counts as its axis-aligned bounding box. */
export function shapeOf(collider: Collider): Shape {
  const { node } = collider.object;
  const matrix = worldMatrix(node);
  const center = collider.center.clone().applyMatrix4(matrix);
  if (!(collider instanceof BoxCollider)) {
    const { x, y, z } = worldScale(node);
    return { center, radius: collider.radius * Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) };
  }
  const { x, y, z } = collider.size;
  const { elements } = matrix;
  const [width, height, depth] = [0, 1, 2].map(
    row =>
      Math.abs((elements[row] as number) * x) +
      Math.abs((elements[row + 4] as number) * y) +
      Math.abs((elements[row + 8] as number) * z),
  );
  return { center, half: new Vector3(width, height, depth).divideScalar(2) };
}

/** The shortest translation that separates both; undefined if they do not overlap. */
export function contact(self: Shape, other: Shape): Vector3 | undefined {
  if ('half' in self) {
    return 'half' in other ? boxOutOfBox(self, other) : ballOutOfBox(other, self)?.negate();
  }
  return 'half' in other ? ballOutOfBox(self, other) : ballOutOfBall(self, other);
}

type Box = Extract<Shape, { readonly half: Vector3 }>;
type Ball = Extract<Shape, { readonly radius: number }>;

function boxOutOfBox(self: Box, other: Box): Vector3 | undefined {
  const apart = self.center.clone().sub(other.center);
  const reach = self.half.clone().add(other.half);
  let least: Vector3 | undefined;
  for (const axis of ['x', 'y', 'z'] as const) {
    const overlap = reach[axis] - Math.abs(apart[axis]);
    if (overlap <= 0) return undefined;
    if (least === undefined || overlap < least.length()) {
      least = new Vector3();
      least[axis] = apart[axis] < 0 ? -overlap : overlap;
    }
  }
  return least;
}

function ballOutOfBox(ball: Ball, box: Box): Vector3 | undefined {
  const near = ball.center.clone().clamp(box.center.clone().sub(box.half), box.center.clone().add(box.half));
  const away = ball.center.clone().sub(near);
  const distance = away.length();
  if (distance >= ball.radius) return undefined;
  // If its centre is inside, a sphere counts as its bounding box.
  if (distance === 0) {
    const half = new Vector3(ball.radius, ball.radius, ball.radius);
    return boxOutOfBox({ center: ball.center, half }, box);
  }
  return away.multiplyScalar((ball.radius - distance) / distance);
}

function ballOutOfBall(self: Ball, other: Ball): Vector3 | undefined {
  const away = self.center.clone().sub(other.center);
  const distance = away.length();
  const reach = self.radius + other.radius;
  if (distance >= reach) return undefined;
  if (distance === 0) return new Vector3(0, reach, 0);
  return away.multiplyScalar((reach - distance) / distance);
}
