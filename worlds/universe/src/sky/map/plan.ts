import type { Star, Steps, UniverseState } from '../../domain/index.js';
import { shapeOf } from '../orbits/orbit.js';

/** A body and its satellites on the map. */
export interface System {
  readonly host: Star;
  readonly bodies: readonly Star[];
}

/** The part of a universe that is drawn. */
export interface Plan {
  readonly systems: readonly System[];
  /** Systems within systems: planets with their moons. */
  readonly insets: readonly System[];
  readonly total: number;
  readonly left: number;
}

const MAX_BODIES = 600;
const MAX_SYSTEMS = 40;
const MAX_INSETS = 8;
const MAX_INSET_BODIES = 24;

export function* planMap(state: UniverseState, focus?: string): Steps<Plan> {
  const focused = focus !== undefined && Object.hasOwn(state.stars, focus) ? state.stars[focus] : undefined;
  const all = focused === undefined ? Object.values(state.stars) : familyOf(state, focused);
  const roots = focused === undefined ? bodiesOf(state, state.rootIds) : [focused];
  yield;
  const shown = roots.length <= MAX_SYSTEMS ? roots : largest(roots, MAX_SYSTEMS);
  yield;
  const insets = insetsOf(state, all, shown);
  yield;
  const room = MAX_BODIES - shown.length - insets.reduce((sum, inset) => sum + inset.bodies.length, 0);
  const share = Math.max(1, Math.floor(room / Math.max(1, shown.length)));
  const systems = shown.map(host => ({ host, bodies: largest(bodiesOf(state, host.children), share) }));
  return { systems, insets, total: all.length, left: all.length - countDrawn(systems, insets) };
}

/** A body and its descendants. Iterative, because a chain may be longer than the stack. */
function familyOf(state: UniverseState, body: Star): Star[] {
  const family = [body];
  for (let i = 0; i < family.length; i++) {
    for (const child of bodiesOf(state, family[i]!.children)) family.push(child);
  }
  return family;
}

/** The largest hosts that are not centres of the map; children of a centre come first. */
function insetsOf(state: UniverseState, all: readonly Star[], shown: readonly Star[]): System[] {
  const centres = new Set(shown.map(host => host.id));
  const hosts = all.filter(
    body => body.children.length > 0 && body.parentId !== null && !centres.has(body.id),
  );
  const near = hosts.filter(host => centres.has(host.parentId!));
  const chosen = largest(near, MAX_INSETS);
  if (chosen.length < MAX_INSETS) {
    const deep = hosts.filter(host => !centres.has(host.parentId!));
    chosen.push(...largest(deep, MAX_INSETS - chosen.length));
  }
  return chosen
    .sort((one, other) => shapeOf(one).axis - shapeOf(other).axis || (one.id < other.id ? -1 : 1))
    .map(host => ({ host, bodies: largest(bodiesOf(state, host.children), MAX_INSET_BODIES) }));
}

function bodiesOf(state: UniverseState, ids: readonly string[]): Star[] {
  return ids.map(id => state.stars[id]).filter(body => body !== undefined);
}

function largest(bodies: readonly Star[], count: number): Star[] {
  if (bodies.length <= count) return [...bodies].sort(bySizeThenDistance);
  // Sorting numbers is faster, and drops most bodies of a large universe.
  const radii = Float64Array.from(bodies, body => body.radius).sort();
  const least = radii[radii.length - count]!;
  return bodies
    .filter(body => body.radius >= least)
    .sort(bySizeThenDistance)
    .slice(0, count);
}

function bySizeThenDistance(one: Star, other: Star): number {
  if (one.radius !== other.radius) return other.radius - one.radius;
  const apart = shapeOf(one).axis - shapeOf(other).axis;
  return apart !== 0 ? apart : one.id < other.id ? -1 : 1;
}

function countDrawn(systems: readonly System[], insets: readonly System[]): number {
  const drawn = new Set<string>();
  for (const { host, bodies } of [...systems, ...insets]) {
    drawn.add(host.id);
    for (const body of bodies) drawn.add(body.id);
  }
  return drawn.size;
}
