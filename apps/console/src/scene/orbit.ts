import { fitCamera, type View } from '../explorer/fit-camera.js';
import type { Extent } from './placed.js';

/** A camera that looks at a target from a distance. Angles in radians; y is up. */
export interface Orbit {
  readonly target: readonly [number, number, number];
  readonly distance: number;
  /** Around the y axis. At 0 the camera is on the positive z axis. */
  readonly yaw: number;
  /** Above the ground. */
  readonly pitch: number;
}

/** A point has an extent for a camera. */
const MIN_HALF = 0.05;
const MAX_PITCH = Math.PI / 2 - 0.01;
const [MIN_DISTANCE, MAX_DISTANCE] = [0.02, 1e6];

export function eyeOf({ target: [x, y, z], distance, yaw, pitch }: Orbit): readonly [number, number, number] {
  const flat = Math.cos(pitch) * distance;
  return [x + Math.sin(yaw) * flat, y + Math.sin(pitch) * distance, z + Math.cos(yaw) * flat];
}

export function turned(orbit: Orbit, yaw: number, pitch: number): Orbit {
  return {
    ...orbit,
    yaw: orbit.yaw + yaw,
    pitch: Math.min(Math.max(orbit.pitch + pitch, -MAX_PITCH), MAX_PITCH),
  };
}

export function zoomed(orbit: Orbit, factor: number): Orbit {
  return { ...orbit, distance: Math.min(Math.max(orbit.distance * factor, MIN_DISTANCE), MAX_DISTANCE) };
}

/** Moves the target in the plane of the picture: `right` and `up` are parts of the distance. */
export function panned(orbit: Orbit, right: number, up: number): Orbit {
  const { yaw, pitch, distance, target } = orbit;
  const [r, u] = [right * distance, up * distance];
  return {
    ...orbit,
    target: [
      target[0] + Math.cos(yaw) * r - Math.sin(yaw) * Math.sin(pitch) * u,
      target[1] + Math.cos(pitch) * u,
      target[2] - Math.sin(yaw) * r - Math.cos(yaw) * Math.sin(pitch) * u,
    ],
  };
}

/** Looks at a sphere so that it fills the picture. */
export function framed(orbit: Orbit, target: Orbit['target'], radius: number, fov: number): Orbit {
  const distance = (Math.max(radius, 0.05) * 1.25) / Math.sin((fov * Math.PI) / 360);
  return zoomed({ ...orbit, target, distance }, 1);
}

/** Looks at a box so that all of it is in the free area of the picture. */
export function framedBox(orbit: Orbit, { centre, half }: Extent, view: View, fov: number): Orbit {
  const { yaw, pitch } = orbit;
  const flat = Math.cos(pitch);
  const axes = {
    right: [Math.cos(yaw), 0, -Math.sin(yaw)],
    up: [-Math.sin(pitch) * Math.sin(yaw), flat, -Math.sin(pitch) * Math.cos(yaw)],
    back: [flat * Math.sin(yaw), Math.sin(pitch), flat * Math.cos(yaw)],
  } as const;
  const { across, rise, depth } = fitCamera(axes, (fov * Math.PI) / 180, view, directions =>
    directions.map(direction =>
      half.reduce((sum, length, axis) => sum + Math.max(length, MIN_HALF) * Math.abs(direction[axis]!), 0),
    ),
  );
  const target = centre.map((value, axis) => value + axes.right[axis]! * across + axes.up[axis]! * rise);
  return zoomed({ ...orbit, target: [target[0]!, target[1]!, target[2]!], distance: depth }, 1);
}

/** The camera in the address: six short numbers. */
export function writeOrbit({ target, distance, yaw, pitch }: Orbit): string {
  return [...target, distance, yaw, pitch].map(value => Number(value.toPrecision(5))).join(',');
}

export function readOrbit(text: string | undefined): Orbit | undefined {
  const parts = (text ?? '').split(',').map(Number);
  if (text === undefined || parts.length !== 6 || !parts.every(Number.isFinite)) return undefined;
  const [x, y, z, distance, yaw, pitch] = parts as [number, number, number, number, number, number];
  return turned(zoomed({ target: [x, y, z], distance: Math.abs(distance), yaw, pitch }, 1), 0, 0);
}
