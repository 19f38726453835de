import { isWithin, rootOf } from '../model/ancestry.js';
import { CommandRefused } from '../model/command-refused.js';
import type { Edit } from '../model/edit.js';
import type { DomainEvent } from '../model/event.js';
import type { GroupChild } from '../model/state.js';
import type { Store } from '../model/store.js';
import { idSchema } from '../schemas/field-schemas.js';
import { groupChildSchema } from '../schemas/group-schema.js';
import { command } from './command-definition.js';
import { requireEntity } from './entity-checks.js';

const MAX_NAMED = 5;

export const groupHierarchyCommands = [
  command({
    name: 'addToGroup',
    category: 'Group hierarchy',
    summary: 'Adds a system or a group to a group; it must not be in another one. A member stays as it is.',
    fields: { groupId: idSchema, child: groupChildSchema },
    example: { groupId: 'milky-way', child: { id: 'magellanic-clouds', type: 'group' } },
    handle(edit, { groupId, child }) {
      requireEntity(edit.store, 'groups', groupId);
      const former = groupOf(edit.store, child);
      const member = { groupId, childId: child.id, childType: child.type };
      if (former === groupId) return [{ type: 'childAlreadyInGroup', ...member }];
      if (former !== null)
        throw new CommandRefused(
          'duplicate',
          `The ${child.type} "${child.id}" is already in the group "${former}".`,
          `moveToGroup moves it: ${JSON.stringify({ type: 'moveToGroup', childId: child.id, childType: child.type, targetGroupId: groupId })}.`,
        );
      move(edit, child, null, groupId);
      return [{ type: 'childAddedToGroup', ...member }];
    },
  }),

  command({
    name: 'removeFromGroup',
    category: 'Group hierarchy',
    summary: 'Removes a system or a group from a group; a group becomes a root group.',
    fields: { groupId: idSchema, childId: idSchema },
    example: { groupId: 'milky-way', childId: 'local-neighbourhood' },
    handle(edit, { groupId, childId }) {
      const { store } = edit;
      requireEntity(store, 'groups', groupId);
      if (!store.list('groupChildren', groupId).has(childId)) throw notInside(store, groupId, childId);
      const childType = store.memberType(groupId, childId);
      move(edit, { id: childId, type: childType }, groupId, null);
      return [{ type: 'childRemovedFromGroup', groupId, childId, childType }];
    },
  }),

  command({
    name: 'moveToGroup',
    category: 'Group hierarchy',
    summary: 'Moves a system or a group to another group, or to no group with null.',
    fields: {
      childId: idSchema,
      childType: groupChildSchema.shape.type,
      targetGroupId: idSchema.nullable().describe('null: no group'),
    },
    example: { childId: 'sun', childType: 'system', targetGroupId: 'milky-way' },
    handle(edit, { childId, childType, targetGroupId }) {
      const child: GroupChild = { id: childId, type: childType };
      const formerGroupId = groupOf(edit.store, child);
      if (targetGroupId !== null) requireEntity(edit.store, 'groups', targetGroupId);
      if (formerGroupId === targetGroupId)
        throw new CommandRefused(
          'duplicate',
          `The ${childType} "${childId}" is already in ${targetGroupId === null ? 'no group' : `"${targetGroupId}"`}.`,
          'Nothing needs to be changed. To move it, name another group.',
        );
      move(edit, child, formerGroupId, targetGroupId);
      return [{ type: 'movedToGroup', childId, childType, formerGroupId, targetGroupId }];
    },
  }),
] as const;

/** null: no group. Root groups are in a list, systems without a group are not. */
export function move(edit: Edit, child: GroupChild, from: string | null, to: string | null): void {
  if (to !== null && child.type === 'group') refuseCycle(edit.store, child.id, to);
  if (from !== null) edit.unlink('groupChildren', from, child.id);
  else if (child.type === 'group') edit.unlink('rootGroupIds', null, child.id);
  if (child.type === 'group') edit.setParent('groups', child.id, to);
  enterGroup(edit, child, to);
}

export function enterGroup(edit: Edit, child: GroupChild, groupId: string | null): void {
  if (groupId === null) {
    if (child.type === 'group') edit.append('rootGroupIds', null, child.id);
    return;
  }
  if (edit.store.list('groupChildren', groupId).has(child.id))
    throw new CommandRefused(
      'duplicate',
      `The group "${groupId}" has a ${edit.store.memberType(groupId, child.id)} with the id "${child.id}", so the ${child.type} "${child.id}" cannot be added.`,
      'The children of a group must have different ids: move the other one first.',
    );
  edit.append('groupChildren', groupId, child.id, child.type);
}

/** Only root bodies are systems. */
export function leaveGroup(edit: Edit, starId: string): DomainEvent[] {
  const groupId = edit.store.groupOfSystem(starId);
  if (groupId === null) return [];
  edit.unlink('groupChildren', groupId, starId);
  return [{ type: 'childRemovedFromGroup', groupId, childId: starId, childType: 'system' }];
}

/** The group of a child. Throws if it cannot be in a group. */
function groupOf(store: Store, { id, type }: GroupChild): string | null {
  if (type === 'group') return requireEntity(store, 'groups', id).parentGroupId as string | null;
  if (requireEntity(store, 'stars', id).parentId === null) return store.groupOfSystem(id);
  throw new CommandRefused(
    'invalid',
    `"${id}" is not a system: only a root body is.`,
    `Use its root, "${rootOf(store, id)}", or make it a root with detachStar.`,
  );
}

function refuseCycle(store: Store, id: string, groupId: string): void {
  if (!isWithin(store, 'groups', groupId, id)) return;
  throw new CommandRefused(
    'cycle',
    id === groupId
      ? `The group "${id}" cannot contain itself.`
      : `The group "${groupId}" is inside "${id}", so "${id}" cannot be inside "${groupId}".`,
    `Choose a group outside "${id}", or move "${groupId}" out first.`,
  );
}

function notInside(store: Store, groupId: string, childId: string): CommandRefused {
  const some: string[] = [];
  for (const id of store.list('groupChildren', groupId)) if (some.push(`"${id}"`) === MAX_NAMED) break;
  return new CommandRefused(
    'unknown',
    `The group "${groupId}" has no child "${childId}".`,
    some.length === 0 ? 'It has no children.' : `Some of its children: ${some.join(', ')}.`,
  );
}
