import type { Entity } from './state.js';

const INDEX = /^(?:0|[1-9]\d{0,9})$/;
const LAST_INDEX = 2 ** 32 - 2;

/** Entities in the key order of a JavaScript object: integer ids come first, ascending. */
export function recordOrder(entities: readonly Entity[]): readonly Entity[] {
  const numbered = entities.filter(({ id }) => isIndex(id));
  if (numbered.length === 0) return entities;
  numbered.sort((one, other) => Number(one.id) - Number(other.id));
  return [...numbered, ...entities.filter(({ id }) => !isIndex(id))];
}

function isIndex(id: string): boolean {
  const first = id.charCodeAt(0);
  return first >= 48 && first <= 57 && INDEX.test(id) && Number(id) <= LAST_INDEX;
}
