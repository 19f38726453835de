import { CommandRefused } from '../model/command-refused.js';
import { deepEqual } from '../model/deep-equal.js';
import type { Edit } from '../model/edit.js';
import type { DomainEvent } from '../model/event.js';
import type { Ring } from '../model/state.js';
import type { Store } from '../model/store.js';
import { idSchema } from '../schemas/field-schemas.js';
import { requireStored } from '../schemas/known-object.js';
import { patchedRing } from '../schemas/ring-schema.js';
import { completeStar, newStarSchema, starFields, starPatchSchema } from '../schemas/star-schema.js';
import { command } from './command-definition.js';
import { requireEntity, requireFreeId, requireSameId } from './entity-checks.js';
import { leaveGroup } from './group-hierarchy.js';

export const starCommands = [
  command({
    name: 'addStar',
    category: 'Star CRUD',
    summary: 'Adds a body, as a root or as a child of payload.parentId.',
    fields: { id: idSchema, payload: newStarSchema },
    example: {
      id: 'vesta',
      payload: {
        name: 'Vesta',
        bodyType: 'asteroid',
        parentId: 'sun',
        mass: 2.59e20,
        radius: 262.7,
        color: '#a59c8c',
        orbitalDistance: 353268000,
        orbitalSpeed: 5.485e-8,
        eccentricity: 0.089,
      },
    },
    complete({ id, payload }) {
      payload.name ??= id;
    },
    handle(edit, { id, payload }) {
      const { store } = edit;
      requireSameId(id, payload.id);
      requireFreeId(store, 'stars', id, 'Use updateStar to change it, or another id to add one.');
      const parentId = payload.parentId ?? null;
      if (parentId === id) throw ownParent(id);
      if (parentId !== null) requireEntity(store, 'stars', parentId);
      edit.make({ op: 'add', in: 'stars', id, value: completeStar(id, payload) });
      edit.append(parentId === null ? 'rootIds' : 'children', parentId, id);
      return [{ type: 'starAdded', id, parentId }];
    },
  }),

  command({
    name: 'updateStar',
    category: 'Star CRUD',
    summary: 'Changes fields of a body; null removes an optional field.',
    fields: { id: idSchema, payload: starPatchSchema },
    example: { id: 'earth', payload: { name: 'Terra', color: '#3b7dd8' } },
    handle(edit, { id, payload }) {
      const star = requireEntity(edit.store, 'stars', id);
      const { id: given, parentId, children, ring, ...fields } = payload;
      requireSameId(id, given);
      requireStored('payload', fields, starFields, star);
      if (parentId !== undefined && parentId !== star.parentId) throw linkChange(id, 'parentId');
      if (children !== undefined && !deepEqual(children, [...edit.store.list('children', id)]))
        throw linkChange(id, 'children');
      const wanted = ring ? patchedRing(star.ring as Ring | undefined, ring) : ring;
      return [{ type: 'starUpdated', id, fields: edit.patch('stars', id, { ...fields, ring: wanted }) }];
    },
  }),

  command({
    name: 'removeStar',
    category: 'Star CRUD',
    summary: 'Removes a body with its descendants, and the fields and disks around them.',
    fields: { id: idSchema },
    example: { id: 'triton' },
    handle(edit, { id }) {
      requireEntity(edit.store, 'stars', id);
      const removedIds = withDescendants(edit.store, id);
      const events = leaveGroup(edit, id);
      for (const removed of removedIds.toReversed()) {
        for (const event of removeSceneryAround(edit, removed)) events.push(event);
        const parentId = edit.store.get('stars', removed)?.parentId as string | null;
        edit.unlink(parentId === null ? 'rootIds' : 'children', parentId, removed);
        edit.make({ op: 'remove', in: 'stars', id: removed });
      }
      return [{ type: 'starRemoved', id, removedIds }, ...events];
    },
  }),
] as const;

/** Parents before their children. Iterative, because a chain of bodies may be longer than the stack. */
function withDescendants(store: Store, id: string): string[] {
  const ids = [id];
  for (let index = 0; index < ids.length; index++)
    for (const child of store.list('children', ids[index])) ids.push(child);
  return ids;
}

function removeSceneryAround(edit: Edit, starId: string): DomainEvent[] {
  const events: DomainEvent[] = [];
  for (const id of edit.store.around('smallBodyFields', starId)) {
    edit.make({ op: 'remove', in: 'smallBodyFields', id });
    events.push({ type: 'smallBodyFieldRemoved', id });
  }
  for (const id of edit.store.around('protoplanetaryDisks', starId)) {
    edit.make({ op: 'remove', in: 'protoplanetaryDisks', id });
    events.push({ type: 'protoplanetaryDiskRemoved', id });
  }
  return events;
}

function ownParent(id: string): CommandRefused {
  return new CommandRefused(
    'cycle',
    `"${id}" cannot be its own parent.`,
    'Leave parentId out for a root, or name another body.',
  );
}

function linkChange(id: string, field: string): CommandRefused {
  return new CommandRefused(
    'invalid',
    `updateStar cannot change the ${field} of "${id}".`,
    'Leave it out. attachStar changes the parent of a body, and detachStar makes it a root.',
  );
}
