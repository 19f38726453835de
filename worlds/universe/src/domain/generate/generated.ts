import type { Entity } from '../model/state.js';

/** New entities, in the order in which they are added. */
export interface Generated {
  readonly group?: Entity;
  /** Parents before their children. Roots become members of the group. */
  readonly bodies: readonly Entity[];
  readonly smallBodyField?: Entity;
}

type Given = Readonly<Record<string, unknown>> & { readonly mass: number; readonly radius: number };

/** A body with all required fields, without children. */
export function body(id: string, name: string, parentId: string | null, given: Given): Entity {
  const orbit = { orbitalDistance: 0, orbitalSpeed: 0, orbitalPhase: 0 };
  return { id, name, parentId, color: '#ffffff', ...orbit, ...given };
}
