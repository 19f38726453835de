import { CommandRefused } from '../model/command-refused.js';
import { deepEqual } from '../model/deep-equal.js';
import { idSchema } from '../schemas/field-schemas.js';
import { completeGroup, groupFields, groupPatchSchema, newGroupSchema } from '../schemas/group-schema.js';
import { requireStored } from '../schemas/known-object.js';
import { command } from './command-definition.js';
import { requireEntity, requireFreeId, requireSameId } from './entity-checks.js';
import { enterGroup, move } from './group-hierarchy.js';

export const groupCommands = [
  command({
    name: 'addGroup',
    category: 'Group CRUD',
    summary: 'Adds an empty group, as a root group or inside payload.parentGroupId.',
    fields: { id: idSchema, payload: newGroupSchema },
    example: { id: 'orion-arm', payload: { name: 'Orion Arm', color: '#88aaff' } },
    complete({ id, payload }) {
      payload.name ??= id;
    },
    handle(edit, { id, payload }) {
      const { store } = edit;
      requireSameId(id, payload.id);
      requireFreeId(store, 'groups', id, 'Use updateGroup to change it, or another id to add one.');
      const parentGroupId = payload.parentGroupId ?? null;
      if (parentGroupId === id)
        throw new CommandRefused(
          'cycle',
          `"${id}" cannot be its own parent.`,
          'Leave parentGroupId out for a root group, or name another group.',
        );
      if (parentGroupId !== null) requireEntity(store, 'groups', parentGroupId);
      edit.make({ op: 'add', in: 'groups', id, value: completeGroup(id, payload) });
      enterGroup(edit, { id, type: 'group' }, parentGroupId);
      return [{ type: 'groupAdded', id, parentGroupId }];
    },
  }),

  command({
    name: 'updateGroup',
    category: 'Group CRUD',
    summary: 'Changes fields of a group; null removes an optional field.',
    fields: { id: idSchema, payload: groupPatchSchema },
    example: { id: 'milky-way', payload: { name: 'Milky Way Galaxy', icon: 'spiral' } },
    handle(edit, { id, payload }) {
      const group = requireEntity(edit.store, 'groups', id);
      const { id: given, parentGroupId, children, ...fields } = payload;
      requireSameId(id, given);
      requireStored('payload', fields, groupFields, group);
      if (parentGroupId !== undefined && parentGroupId !== group.parentGroupId)
        throw linkChange(id, 'parentGroupId');
      if (children !== undefined && !deepEqual(children, edit.store.members(id)))
        throw linkChange(id, 'children');
      return [{ type: 'groupUpdated', id, fields: edit.patch('groups', id, fields) }];
    },
  }),

  command({
    name: 'removeGroup',
    category: 'Group CRUD',
    summary: 'Removes a group; its children move to its parent group, or to no group.',
    fields: { id: idSchema },
    example: { id: 'local-neighbourhood' },
    handle(edit, { id }) {
      const { store } = edit;
      const parentGroupId = requireEntity(store, 'groups', id).parentGroupId as string | null;
      const children = store.members(id);
      // Unlink the group first, so that a child with the same id can take its place.
      edit.unlink(parentGroupId === null ? 'rootGroupIds' : 'groupChildren', parentGroupId, id);
      for (const child of children) move(edit, child, id, parentGroupId);
      edit.make({ op: 'remove', in: 'groups', id });
      return [{ type: 'groupRemoved', id, parentGroupId, movedChildren: children }];
    },
  }),
] as const;

function linkChange(id: string, field: string): CommandRefused {
  return new CommandRefused(
    'invalid',
    `updateGroup cannot change the ${field} of "${id}".`,
    'Leave it out. Use moveToGroup to move a group or a system.',
  );
}
