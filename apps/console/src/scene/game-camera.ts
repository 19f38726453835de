import type { Vector } from './cards.js';
import type { Orbit } from './orbit.js';
import { type Axes, type Triple, tripleOf } from './placed.js';

export interface CameraCard {
  readonly Name: string;
  readonly Fov: number;
  readonly Pos: Vector;
  /** Euler angles in degrees. */
  readonly Rot: Vector;
}

/** The view of the game's camera, turning around the point of its axis that is nearest to the middle of the scene. */
export function orbitOfCamera({ Pos, Rot }: CameraCard, axes: Axes, centre: Triple): Orbit {
  const [pitch, yaw] = [(Rot.X * Math.PI) / 180, (Rot.Y * Math.PI) / 180];
  // Unity looks along z, and down with a positive angle. Godot looks along -z, and up.
  const forward: Triple =
    axes.z === -1
      ? [Math.sin(yaw) * Math.cos(pitch), -Math.sin(pitch), -Math.cos(yaw) * Math.cos(pitch)]
      : [-Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), -Math.cos(yaw) * Math.cos(pitch)];
  const eye = tripleOf(Pos, axes);
  const along = forward.reduce((sum, value, axis) => sum + value * (centre[axis]! - eye[axis]!), 0);
  const distance = Math.max(along, 1);
  return {
    target: eye.map((value, axis) => value + forward[axis]! * distance) as unknown as Triple,
    distance,
    yaw: Math.atan2(-forward[0], -forward[2]),
    pitch: Math.asin(Math.min(Math.max(-forward[1], -1), 1)),
  };
}
