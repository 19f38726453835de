import type { Entity, Store } from '@worldwire/universe/sky';
import type { BodySpace, Place } from './body-space.js';
import { vectorOf } from './vector.js';

export interface GroupShape {
  readonly id: string;
  readonly name: string;
  readonly at: Place;
  /** km */
  readonly radius: number;
  readonly members: number;
  readonly tint: string | undefined;
}

/** A larger group is measured by its first members. */
const MAX_MEASURED = 1_024;
const MAX_DEPTH = 8;

/** Where a group is and how large, from its systems. Undefined for a group without an extent. */
export function shapeOfGroup(store: Store, space: BodySpace, id: string): GroupShape | undefined {
  const group = store.get('groups', id);
  if (group === undefined) return undefined;
  const slots: number[] = [];
  const members = collect(store, space, id, slots, MAX_DEPTH);
  const tint = typeof group.color === 'string' ? group.color : undefined;
  const base = { id, name: String(group.name ?? id), members, tint };
  if (slots.length === 0) return undefined;
  const centre = centreOf(space, slots, group);
  const square = slots.reduce((sum, slot) => {
    const [x, y, z] = [0, 1, 2].map(axis => space.own[slot * 3 + axis]!);
    return sum + (x! - centre.x) ** 2 + (y! - centre.y) ** 2 + (z! - centre.z) ** 2;
  }, 0);
  const radius = 1.8 * Math.sqrt(square / slots.length);
  return radius > 0 ? { ...base, at: centre, radius } : undefined;
}

function centreOf(space: BodySpace, slots: readonly number[], group: Entity): Place {
  if (group.position !== undefined) {
    const [x, y, z] = vectorOf(group.position);
    return { root: -1, x, y, z };
  }
  const mean = (axis: number) =>
    slots.reduce((sum, slot) => sum + space.own[slot * 3 + axis]! / slots.length, 0);
  return { root: -1, x: mean(0), y: mean(1), z: mean(2) };
}

function collect(store: Store, space: BodySpace, id: string, slots: number[], depth: number): number {
  let members = 0;
  for (const child of store.list('groupChildren', id)) {
    if (store.memberType(id, child) === 'group') {
      if (depth > 0) members += collect(store, space, child, slots, depth - 1);
      continue;
    }
    members++;
    const slot = space.slots.get(child);
    if (slot !== undefined && slots.length < MAX_MEASURED) slots.push(slot);
    if (slots.length >= MAX_MEASURED) return Math.max(members, store.list('groupChildren', id).size);
  }
  return members;
}
