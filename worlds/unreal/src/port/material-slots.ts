import type { ActorLook } from './operations.js';

/** The materials of a component by slot, without the empty slots at the end. */
export function materialSlots(slots: readonly (string | null)[]): Pick<ActorLook, 'materials'> {
  const materials = slots.slice(0, slots.findLastIndex(material => material !== null) + 1);
  return materials.length === 0 ? {} : { materials };
}
