import type { Star, UniverseState } from '../domain/model/state.js';

/** A body with defaults. */
export function body(id: string, parentId: string | null = null, fields: Partial<Star> = {}): Star {
  return {
    name: id,
    mass: 1,
    radius: 1000,
    color: '#88aaff',
    orbitalDistance: 0,
    orbitalSpeed: 0,
    orbitalPhase: 0,
    ...fields,
    id,
    parentId,
    children: [],
  };
}

export function universeOf(...bodies: readonly Star[]): UniverseState {
  const children = new Map<string, string[]>(bodies.map(({ id }) => [id, []]));
  for (const { id, parentId } of bodies) if (parentId !== null) children.get(parentId)!.push(id);
  return {
    stars: Object.fromEntries(bodies.map(one => [one.id, { ...one, children: children.get(one.id)! }])),
    rootIds: bodies.filter(one => one.parentId === null).map(one => one.id),
    groups: {},
    rootGroupIds: [],
    belts: {},
    smallBodyFields: {},
    protoplanetaryDisks: {},
    nebulae: {},
    time: 0,
  };
}
