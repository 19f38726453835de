import { type Entity, type Star, shapeOf } from '@worldwire/universe/sky';
import type { UniverseCopy } from '../model/universe-copy.js';
import type { BodySpace } from './body-space.js';
import { type CameraState, DEFAULT_CAMERA } from './camera.js';
import type { Triple } from './frame.js';
import type { GroupShape } from './group-shapes.js';
import { numberOf, vectorOf } from './vector.js';

/** With more systems than this, all of them are shown. */
const MAX_SINGLE_ROOTS = 3;
const MAX_MEASURED = 2_000;
const MAX_DEPTH = 8;
const STAR = 0;

/** From where the whole universe is seen: the planets of its only system, or all systems. */
export function homeView(copy: UniverseCopy, space: BodySpace): CameraState {
  const { store } = copy;
  const roots = [...store.list('rootIds')];
  const base = { ...DEFAULT_CAMERA, focus: undefined, offset: [0, 0, 0] as const };
  if (roots.length === 0) return base;
  if (roots.length > MAX_SINGLE_ROOTS) return overview(space, roots, base);
  const main = roots.find(id => store.list('children', id).size > 0) ?? roots[0]!;
  const axes = [...store.list('children', main)].map(id => shapeOf(copy.drawnBody(id)!).axis);
  axes.sort((one, other) => one - other);
  const reach = axes[Math.floor(axes.length * 0.6)] ?? space.radius[space.slots.get(main)!]! * 3;
  return { ...base, focus: main, distance: Math.max(reach * 2.5, 1) };
}

function overview(space: BodySpace, roots: readonly string[], base: CameraState): CameraState {
  const every = Math.max(1, Math.floor(roots.length / MAX_MEASURED));
  const slots = roots.flatMap((id, index) => {
    const slot = index % every === 0 ? space.slots.get(id) : undefined;
    return slot === undefined ? [] : [slot];
  });
  const mean = [0, 1, 2].map(axis =>
    slots.reduce((sum, slot) => sum + space.own[slot * 3 + axis]! / slots.length, 0),
  );
  const square = slots.reduce(
    (sum, slot) =>
      sum + [0, 1, 2].reduce((part, axis) => part + (space.own[slot * 3 + axis]! - mean[axis]!) ** 2, 0),
    0,
  );
  const reach = Math.sqrt(square / slots.length);
  return {
    ...base,
    offset: [mean[0]!, mean[1]!, mean[2]!],
    distance: Math.max(1, reach * 3.4),
    elevation: 0.75,
  };
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

/** A nebula, or a field or disk around its star. Undefined without an extent. */
export function sceneryView(scenery: Entity, space: BodySpace, now: CameraState): CameraState | undefined {
  const host = scenery.hostStarId ?? scenery.centralStarId;
  if (scenery.position !== undefined) {
    const distance = numberOf(scenery.radius, 0) * 3;
    const offset = vectorOf(scenery.position);
    return distance > 0 ? { ...now, focus: undefined, offset, distance } : undefined;
  }
  if (typeof host !== 'string' || !space.slots.has(host)) return undefined;
  const distance = numberOf(scenery.outerRadius, 0) * 2.6;
  return distance > 0 ? { ...now, focus: host, offset: [0, 0, 0], distance } : undefined;
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
