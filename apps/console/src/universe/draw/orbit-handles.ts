import { type Star, shapeOf } from '@worldwire/universe/sky';
import { Vector3 } from 'three';
import { shortLength } from '../format/quantities.js';
import type { Grabbed } from './controls.js';
import { type Frame, project, projectVector } from './frame.js';
import type { Ghost } from './ghosts.js';
import { movedAlong, type OrbitChange, resized } from './orbit-drag.js';

/** The body itself moves along its orbit; the far end of the orbit makes it larger or smaller. */
export interface OrbitHandle {
  readonly kind: 'phase' | 'axis';
  readonly x: number;
  readonly y: number;
}

const REACH_PX = 11;
const relative = new Float64Array(3);

/** Where the selected orbit can be dragged. */
export function orbitHandles(frame: Frame): readonly OrbitHandle[] {
  const { space, selected: slot } = frame;
  if (slot < 0 || space.axis[slot] === 0) return [];
  const body = project(frame, slot);
  const at = slot * 3;
  const anomaly = space.eccentricAnomaly(slot);
  const [x, y, z] = space.from(slot, frame.camera, relative) as unknown as [number, number, number];
  const [c, s] = [-1 - Math.cos(anomaly), -Math.sin(anomaly)];
  const far = projectVector(
    frame,
    x + space.major[at]! * c + space.minor[at]! * s,
    y + space.major[at + 1]! * c + space.minor[at + 1]! * s,
    z + space.major[at + 2]! * c + space.minor[at + 2]! * s,
  );
  return [
    ...(body === undefined ? [] : [{ kind: 'phase' as const, x: body.x, y: body.y }]),
    ...(far === undefined ? [] : [{ kind: 'axis' as const, x: far.x, y: far.y }]),
  ];
}

export function handleAt(frame: Frame, x: number, y: number): OrbitHandle['kind'] | undefined {
  return orbitHandles(frame).find(handle => Math.hypot(handle.x - x, handle.y - y) < REACH_PX)?.kind;
}

/** A drag of a handle. `show` gets the planned orbit, and undefined at the end. */
export function dragOrbit(
  kind: OrbitHandle['kind'],
  body: Star,
  {
    frame,
    show,
    drop,
  }: {
    readonly frame: () => Frame | undefined;
    readonly show: (ghost: Ghost | undefined) => void;
    readonly drop: (change: OrbitChange) => void;
  },
): Grabbed {
  let change: OrbitChange | undefined;
  return {
    move: (x, y) => {
      const now = frame();
      const point = now === undefined ? undefined : onOrbitPlane(now, x, y);
      if (now === undefined || point === undefined) return;
      const { time } = now.space;
      change =
        kind === 'phase'
          ? movedAlong(body, time, Math.atan2(point.v, point.u + point.eccentricity))
          : resized(body, time, Math.max(0.02, -point.u / (1 + point.eccentricity)));
      const next: Star = { ...body, ...change };
      show({ body: next, kind: 'ghost', line: true, text: dragText(body, next) });
    },
    drop: () => {
      if (change !== undefined) drop(change);
      show(undefined);
    },
    cancel: () => show(undefined),
  };
}

/** Where the pointer is on the plane of the selected orbit, in units of its axes from the focus. */
function onOrbitPlane(
  frame: Frame,
  x: number,
  y: number,
): { u: number; v: number; eccentricity: number } | undefined {
  if (frame.selected < 0) return undefined;
  const { space, right, up, back, pixels, width, height } = frame;
  const [sx, sy] = [(x - width / 2) / pixels, (height / 2 - y) / pixels];
  const ray = new Vector3(
    right[0] * sx + up[0] * sy - back[0],
    right[1] * sx + up[1] * sy - back[1],
    right[2] * sx + up[2] * sy - back[2],
  );
  const at = frame.selected * 3;
  const major = new Vector3().fromArray(space.major, at);
  const minor = new Vector3().fromArray(space.minor, at);
  const offset = new Vector3().fromArray(space.offset, at);
  const own = new Vector3().fromArray(space.own, at);
  const body = new Vector3().fromArray(space.from(frame.selected, frame.camera, relative));
  const focus = body.sub(own).add(offset);
  const normal = new Vector3().crossVectors(major, minor).normalize();
  const slant = ray.dot(normal);
  if (Math.abs(slant) < 1e-3) return undefined;
  const hit = ray.multiplyScalar(focus.dot(normal) / slant).sub(focus);
  return {
    u: hit.dot(major) / major.lengthSq(),
    v: hit.dot(minor) / minor.lengthSq(),
    eccentricity: space.eccentricity[frame.selected]!,
  };
}

function dragText(before: Star, after: Star): string {
  const [old, now] = [shapeOf(before).axis, shapeOf(after).axis];
  if (old !== now) return `${shortLength(old)} → ${shortLength(now)}`;
  const degrees = (angle: number) => `${((angle * 180) / Math.PI).toFixed(1)}°`;
  return `${degrees(before.orbitalPhase)} → ${degrees(after.orbitalPhase)}`;
}
