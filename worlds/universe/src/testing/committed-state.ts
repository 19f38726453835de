import type { Universe } from '../domain/index.js';
import type { Committed } from '../service/committed-states.js';

/** A universe of a test as a committed state. */
export function committedState(universe: Universe, revision = 0): Committed {
  const at = '2026-01-01T00:00:00.000Z';
  const head = { id: 'u', name: 'U', incarnation: 'i', revision, createdAt: at, updatedAt: at };
  return { capture: universe.capture(), revision, head };
}
