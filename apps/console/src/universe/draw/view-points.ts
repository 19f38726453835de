import { type Entity, type Star, shapeOf } from '@worldwire/universe/sky';
import type { View } from '../../explorer/fit-camera.js';
import type { UniverseCopy } from '../model/universe-copy.js';
import type { BodySpace } from './body-space.js';
import { type CameraState, DEFAULT_CAMERA } from './camera.js';
import { fitView, type Sphere } from './fit.js';
import type { Triple } from './frame.js';
import type { GroupShape } from './group-shapes.js';
import { numberOf, vectorOf } from './vector.js';

/** With more systems than this, all of them are shown. */
const MAX_SINGLE_ROOTS = 3;
const OVERVIEW_ELEVATION = 0.75;
/** Grains have inclinations. */
const DISK_RISE = 0.2;
const FIELDS = ['smallBodyFields', 'protoplanetaryDisks'] as const;
const MAX_DEPTH = 8;
const STAR = 0;

/** From where the whole universe is seen: with its only system in focus, or all systems from above. */
export function homeView(copy: UniverseCopy, space: BodySpace, view: View): CameraState {
  const { store } = copy;
  const roots = [...store.list('rootIds')];
  const base = { ...DEFAULT_CAMERA, focus: undefined, offset: [0, 0, 0] as const };
  const seen =
    roots.length > MAX_SINGLE_ROOTS
      ? { ...base, elevation: OVERVIEW_ELEVATION }
      : { ...base, focus: roots.find(id => store.list('children', id).size > 0) ?? roots[0] };
  // Nebulae are the sky behind the bodies, a thousand light years away.
  const kinds = space.size === 0 ? (['nebulae'] as const) : FIELDS;
  const scenery = kinds.flatMap(kind =>
    [...store.record(kind).keys()].flatMap(id => extentOf(store.get(kind, id) as Entity, space) ?? []),
  );
  return fitView(space, scenery, seen, view) ?? base;
}

/** From where one body is seen: its day side at an angle. */
export function bodyView(
  space: BodySpace,
  slot: number,
  body: Star | undefined,
  now: CameraState,
): CameraState {
  return {
    ...now,
    focus: space.ids[slot],
    offset: [0, 0, 0],
    distance: viewDistance(space.radius[slot]!, body),
    azimuth: lightSide(space, slot) ?? now.azimuth,
    elevation: Math.max(-0.6, Math.min(0.45, now.elevation)),
  };
}

export function groupView(space: BodySpace, { at, radius }: GroupShape, now: CameraState): CameraState {
  const { x, y, z } = space.inFrame(at, -1);
  return { ...now, focus: undefined, offset: [x, y, z], distance: radius * 2.6 };
}

/** From where a nebula, or a field or disk around its star, is seen. Undefined without an extent. */
export function sceneryView(scenery: Entity, space: BodySpace, now: CameraState): CameraState | undefined {
  const { at, radius, host } = extentOf(scenery, space) ?? {};
  if (at === undefined || radius === undefined) return undefined;
  return host === undefined
    ? { ...now, focus: undefined, offset: [at.x, at.y, at.z], distance: radius * 3 }
    : { ...now, focus: host, offset: [0, 0, 0], distance: radius * 2.6 };
}

function extentOf(scenery: Entity, space: BodySpace): (Sphere & { readonly host?: string }) | undefined {
  if (scenery.position !== undefined) {
    const [x, y, z] = vectorOf(scenery.position);
    const radius = numberOf(scenery.radius, 0);
    return radius > 0 ? { at: { root: -1, x, y, z }, radius } : undefined;
  }
  const host = scenery.hostStarId ?? scenery.centralStarId;
  const slot = typeof host === 'string' ? space.slots.get(host) : undefined;
  const radius = numberOf(scenery.outerRadius, 0);
  if (slot === undefined || radius <= 0) return undefined;
  return { at: space.placeOf(slot), radius, rise: radius * DISK_RISE, host: host as string };
}

/** The first system of a group, also of the groups in it. */
export function firstSystem(store: UniverseCopy['store'], id: string, depth = MAX_DEPTH): string | undefined {
  for (const child of store.list('groupChildren', id)) {
    if (store.memberType(id, child) !== 'group') return child;
    const inner = depth > 0 ? firstSystem(store, child, depth - 1) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** From where a body that is not in the state would be seen, with a part of its orbit. */
export function ghostView(
  { body, focus, offset }: { body: Star; focus: string | undefined; offset: Triple },
  now: CameraState,
): CameraState {
  const distance = Math.max(viewDistance(body.radius, body), shapeOf(body).axis * 0.6);
  return { ...now, focus, offset, distance };
}

/** A body with its rings fills a good part of the picture. */
function viewDistance(radius: number, body: Star | undefined): number {
  const ring = body?.ring?.outerRadiusMultiplier ?? 1;
  return Math.max(1, radius * Math.max(4.2, 3.1 * ring));
}

const towards = new Float64Array(3);

function lightSide(space: BodySpace, slot: number): number | undefined {
  let star = space.parent[slot]!;
  while (star >= 0 && space.kind[star] !== STAR) star = space.parent[star]!;
  if (star < 0) return undefined;
  const [x, , z] = space.from(star, space.placeOf(slot), towards) as unknown as [number, number, number];
  return Math.atan2(x, z) + 0.75;
}
