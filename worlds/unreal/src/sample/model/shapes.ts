import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { Rotator, Vector } from '../../port/operations.js';

/** The property system spells the members with capitals, the operations without. */
export function vectorJson({ x, y, z }: Vector): JsonObject {
  return { X: x, Y: y, Z: z };
}

export function vectorOf(json: JsonValue): Vector {
  const { X, Y, Z } = json as { X: number; Y: number; Z: number };
  return { x: X, y: Y, z: Z };
}

export function rotatorOf(json: JsonValue): Rotator {
  const { Pitch, Yaw, Roll } = json as { Pitch: number; Yaw: number; Roll: number };
  return { pitch: Pitch, yaw: Yaw, roll: Roll };
}
