import { CommandRefused } from '../model/command-refused.js';
import { deepEqual } from '../model/deep-equal.js';
import type { Edit } from '../model/edit.js';
import { requireStored } from '../schemas/known-object.js';
import {
  completeScenery,
  type GivenScenery,
  type SceneryKind,
  sceneryFields,
} from '../schemas/scenery-schema.js';
import { requireEntity, requireSameId } from './entity-checks.js';

/** Replaces a collection, changing only what differs. Returns its ids. */
export function setScenery(
  edit: Edit,
  kind: SceneryKind,
  given: readonly GivenScenery[] | Readonly<Record<string, GivenScenery>>,
): string[] {
  const wanted = new Map<string, GivenScenery>();
  const entries = Array.isArray(given)
    ? given.map((entity: GivenScenery) => [entity.id as string, entity] as const)
    : Object.entries(given as Readonly<Record<string, GivenScenery>>);
  for (const [id, entity] of entries) {
    requireSameId(id, entity.id as string | undefined);
    if (wanted.has(id))
      throw new CommandRefused(
        'duplicate',
        `The id "${id}" occurs twice.`,
        'Use a different id for each entity.',
      );
    wanted.set(id, entity);
  }

  const { store } = edit;
  for (const id of [...store.record(kind).keys()])
    if (!wanted.has(id)) edit.make({ op: 'remove', in: kind, id });
  for (const [id, entity] of wanted) {
    const value = completeScenery(kind, id, entity);
    const old = store.get(kind, id);
    if (old !== undefined && deepEqual(old, value)) continue;
    if (old !== undefined) edit.make({ op: 'remove', in: kind, id });
    edit.make({ op: 'add', in: kind, id, value });
  }
  return [...wanted.keys()];
}

/** Returns the names of the fields that changed. */
export function updateScenery(edit: Edit, kind: SceneryKind, id: string, patch: GivenScenery): string[] {
  const stored = requireEntity(edit.store, kind, id);
  const { id: given, ...fields } = patch;
  requireSameId(id, given as string | undefined);
  requireStored('patch', fields, sceneryFields[kind], stored);
  return edit.patch(kind, id, fields);
}

export function removeScenery(edit: Edit, kind: SceneryKind, id: string): void {
  requireEntity(edit.store, kind, id);
  edit.make({ op: 'remove', in: kind, id });
}
