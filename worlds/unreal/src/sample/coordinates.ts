import type { Vector3 } from '@worldwire/engine';
import type { Rotator, Vector } from '../port/operations.js';

/**
 * The embedded engine counts metres, with Y up, Z ahead and X to the right; Unreal counts centimetres, with Z up, X
 * ahead and Y to the right. Both are left-handed: the axes trade places in a circle, and a turn stays the turn it was.
 */
const CENTIMETRES = 100;
/** Closer to straight up or down than this, yaw and roll turn about the same axis. */
const POLE = 1e-7;
/** Quaternions this close are the same turn, but for rounding. */
const SAME = 1e-12;

export interface Quaternion {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

export function locationToEngine({ x, y, z }: Vector): Vector3 {
  return { x: y / CENTIMETRES, y: z / CENTIMETRES, z: x / CENTIMETRES };
}

export function locationFromEngine({ x, y, z }: Vector3): Vector {
  return { x: tidy(z * CENTIMETRES), y: tidy(x * CENTIMETRES), z: tidy(y * CENTIMETRES) };
}

export function scaleToEngine({ x, y, z }: Vector): Vector3 {
  return { x: y, y: z, z: x };
}

export function scaleFromEngine({ x, y, z }: Vector3): Vector {
  return { x: tidy(z), y: tidy(x), z: tidy(y) };
}

/** Roll first, then pitch, then yaw. Yaw goes from ahead to the right, pitch lifts the nose, roll drops the right side. */
export function rotationToEngine({ pitch, yaw, roll }: Rotator): Quaternion {
  const { x, y, z, w } = product(product(about('z', yaw), about('y', -pitch)), about('x', -roll));
  return { x: y, y: z, z: x, w };
}

/** The one rotator of a turn with a pitch between -90 and 90 and the rest between -180 and 180. */
export function rotationFromEngine({ x: y, y: z, z: x, w }: Quaternion): Rotator {
  const ahead = turned({ x, y, z, w }, { x: 1, y: 0, z: 0 });
  const right = turned({ x, y, z, w }, { x: 0, y: 1, z: 0 });
  const up = turned({ x, y, z, w }, { x: 0, y: 0, z: 1 });
  const level = Math.hypot(ahead.x, ahead.y);
  const pitch = degrees(Math.atan2(ahead.z, level));
  if (level < POLE) return { pitch, yaw: degrees(Math.atan2(-right.x, right.y)), roll: 0 };
  const yaw = Math.atan2(ahead.y, ahead.x);
  const side = { x: -Math.sin(yaw), y: Math.cos(yaw), z: 0 };
  return { pitch, yaw: degrees(yaw), roll: degrees(Math.atan2(dot(up, side), dot(right, side))) };
}

/** Both signs of a quaternion are the same turn. */
export function sameRotation(a: Quaternion, b: Quaternion): boolean {
  return 1 - Math.abs(dot(a, b) + a.w * b.w) < SAME;
}

function about(axis: 'x' | 'y' | 'z', angle: number): Quaternion {
  const half = (angle / 360) * Math.PI;
  return { x: 0, y: 0, z: 0, w: Math.cos(half), [axis]: Math.sin(half) };
}

function product(a: Quaternion, b: Quaternion): Quaternion {
  const across = cross(a, b);
  return {
    x: a.w * b.x + b.w * a.x + across.x,
    y: a.w * b.y + b.w * a.y + across.y,
    z: a.w * b.z + b.w * a.z + across.z,
    w: a.w * b.w - dot(a, b),
  };
}

function turned(by: Quaternion, vector: Vector): Vector {
  const once = cross(by, vector);
  const twice = cross(by, once);
  const part = (axis: 'x' | 'y' | 'z') => vector[axis] + 2 * (by.w * once[axis] + twice[axis]);
  return { x: part('x'), y: part('y'), z: part('z') };
}

function cross(a: Vector, b: Vector): Vector {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
}

function dot(a: Vector, b: Vector): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

function degrees(radians: number): number {
  const angle = tidy((radians / Math.PI) * 180);
  return angle === -180 ? 180 : angle;
}

/** Without what the way there and back added behind the sixth decimal. There is no negative zero. */
function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}
