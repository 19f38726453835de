import type { Vector3 } from '../../port/value.js';

/** A vector without methods and negative zeros, for an answer. */
export function plain({ x, y, z }: Vector3): Vector3 {
  return { x: x + 0, y: y + 0, z: z + 0 };
}
