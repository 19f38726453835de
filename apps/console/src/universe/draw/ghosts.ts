import { eccentricAnomaly, placeOnOrbit, type Star, shapeOf, tiltOf } from '@worldwire/universe/sky';
import type { BodySpace } from './body-space.js';
import type { Frame, Triple } from './frame.js';
import { projectVector } from './frame.js';
import type { MarkPlace } from './mark-layer.js';
import type { OrbitLine } from './orbit-layer.js';

/** A body that is not in the state: as it was, or as it would be. */
export interface Ghost {
  readonly body: Star;
  readonly kind: 'added' | 'removed' | 'moved' | 'ghost';
  readonly text?: string;
  /** Draws a line from the body of the state with the same id. */
  readonly line?: boolean;
}

const TINTS: Readonly<Record<Ghost['kind'], Triple>> = {
  added: [0.35, 0.9, 0.5],
  removed: [1, 0.4, 0.38],
  moved: [1, 0.8, 0.35],
  ghost: [0.55, 0.8, 1],
};

const relative = new Float64Array(3);

/** The marks and orbits of ghosts. One whose parent is neither in the state nor a ghost is left out. */
export function drawGhosts(
  frame: Frame,
  ghosts: readonly Ghost[],
): { readonly marks: readonly MarkPlace[]; readonly orbits: readonly OrbitLine[] } {
  const byId = new Map(ghosts.map(ghost => [ghost.body.id, ghost.body]));
  const marks: MarkPlace[] = [];
  const orbits: OrbitLine[] = [];
  for (const { body, kind, text, line } of ghosts) {
    const parent = parentPlace(frame, body, byId);
    if (parent === undefined) continue;
    const own = placeOnOrbit(body, frame.space.time);
    const at: Triple = [parent[0] + own.x, parent[1] + own.y, parent[2] + own.z];
    const shown = projectVector(frame, ...at, body.radius);
    const slot = frame.space.slots.get(body.id);
    let from: { x: number; y: number } | undefined;
    if (line === true && slot !== undefined) {
      const [x, y, z] = frame.space.from(slot, frame.camera, relative) as unknown as Triple;
      from = projectVector(frame, x, y, z);
    }
    if (shown !== undefined)
      marks.push({
        key: `ghost ${body.id}`,
        x: shown.x,
        y: shown.y,
        radius: shown.radius,
        kind,
        ...(text !== undefined && { text }),
        ...(from !== undefined && { from }),
      });
    const orbit = orbitOf(frame, body, at, TINTS[kind]);
    if (orbit !== undefined) orbits.push(orbit);
  }
  return { marks, orbits };
}

/** Where a ghost is: from the nearest body above it that is in the state, otherwise from the origin. */
export function ghostPlace(
  space: BodySpace,
  ghosts: readonly Ghost[],
  id: string,
): { readonly body: Star; readonly focus: string | undefined; readonly offset: Triple } | undefined {
  const byId = new Map(ghosts.map(({ body }) => [body.id, body]));
  const body = byId.get(id);
  if (body === undefined) return undefined;
  let offset: Triple = [0, 0, 0];
  const seen = new Set<string>();
  for (let at: Star = body; ; ) {
    const { x, y, z } = placeOnOrbit(at, space.time);
    offset = [offset[0] + x, offset[1] + y, offset[2] + z];
    if (at.parentId === null) return { body, focus: undefined, offset };
    if (space.slots.has(at.parentId)) return { body, focus: at.parentId, offset };
    const above = byId.get(at.parentId);
    if (above === undefined || seen.has(above.id)) return undefined;
    seen.add(above.id);
    at = above;
  }
}

/** From the camera, in km. */
function parentPlace(
  frame: Frame,
  body: Star,
  ghosts: ReadonlyMap<string, Star>,
  depth = 8,
): Triple | undefined {
  if (body.parentId === null) {
    const camera = frame.space.inFrame(frame.camera, -1);
    return [-camera.x, -camera.y, -camera.z];
  }
  const slot = frame.space.slots.get(body.parentId);
  if (slot !== undefined) {
    const [x, y, z] = frame.space.from(slot, frame.camera, relative) as unknown as Triple;
    return [x, y, z];
  }
  const parent = ghosts.get(body.parentId);
  const above =
    parent === undefined || depth === 0 ? undefined : parentPlace(frame, parent, ghosts, depth - 1);
  if (parent === undefined || above === undefined) return undefined;
  const own = placeOnOrbit(parent, frame.space.time);
  return [above[0] + own.x, above[1] + own.y, above[2] + own.z];
}

function orbitOf({ scale, space }: Frame, body: Star, at: Triple, tint: Triple): OrbitLine | undefined {
  const { axis, eccentricity } = shapeOf(body);
  if (axis === 0) return undefined;
  const tilt = tiltOf(body) ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const short = -axis * Math.sqrt(1 - eccentricity * eccentricity);
  return {
    body: [at[0] * scale, at[1] * scale, at[2] * scale],
    major: [tilt[0]! * axis * scale, tilt[3]! * axis * scale, tilt[6]! * axis * scale],
    minor: [tilt[2]! * short * scale, tilt[5]! * short * scale, tilt[8]! * short * scale],
    anomaly: eccentricAnomaly(body.orbitalPhase + body.orbitalSpeed * space.time, eccentricity),
    direction: body.orbitalSpeed,
    tint: [...tint, 0.95],
  };
}
