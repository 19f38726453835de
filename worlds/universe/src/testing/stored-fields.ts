import type { Kind } from '../domain/model/state.js';
import type { Universe } from '../domain/universe.js';

/** Adds fields that no schema has to an entity, as entries of the log have them from a time when they were kept. */
export function storeFields(
  universe: Universe,
  kind: Kind,
  id: string,
  value: Readonly<Record<string, unknown>>,
): void {
  universe.replay([{ op: 'patch', in: kind, id, value }]);
}
