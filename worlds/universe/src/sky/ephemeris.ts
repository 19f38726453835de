import type { Star, UniverseState } from '../domain/state.js';
import { bounded, placeOnOrbit } from './orbit.js';
import type { Vector } from './rotation.js';

/** Where a body is, in km from the origin of the universe. */
export interface Place extends Vector {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
}

/**
 * The places of all bodies at `t` seconds, in the order of the state. A root stands at its offset; one with an
 * orbit of its own goes round the origin.
 */
export function ephemeris(state: UniverseState, t: number): Place[] {
  const places = new Map<string, Place>();
  for (const body of Object.values(state.stars)) {
    // Parents come before their children, by a list instead of recursion: a chain may be as long as the state.
    for (const next of unplacedLine(state, body, places).reverse()) {
      const parent = next.parentId === null ? undefined : places.get(next.parentId);
      places.set(next.id, absolute(next, parent, t));
    }
  }
  return Object.values(state.stars).map(body => places.get(body.id)!);
}

function unplacedLine(state: UniverseState, body: Star, places: ReadonlyMap<string, Place>): Star[] {
  const line: Star[] = [];
  let next: Star | undefined = body;
  while (next !== undefined && !places.has(next.id)) {
    line.push(next);
    next = next.parentId === null ? undefined : state.stars[next.parentId];
  }
  return line;
}

function absolute(body: Star, parent: Place | undefined, t: number): Place {
  const { id, name, parentId } = body;
  const own = placeOnOrbit(body, t);
  if (parent === undefined) return { id, name, parentId, ...own };
  return {
    id,
    name,
    parentId,
    x: bounded(parent.x + own.x),
    y: bounded(parent.y + own.y),
    z: bounded(parent.z + own.z),
  };
}
