import { isWithin } from '../model/ancestry.js';
import { CommandRefused } from '../model/command-refused.js';
import { idSchema } from '../schemas/field-schemas.js';
import { command } from './command-definition.js';
import { requireEntity } from './entity-checks.js';
import { leaveGroup } from './group-hierarchy.js';

export const starHierarchyCommands = [
  command({
    name: 'attachStar',
    category: 'Star hierarchy',
    summary: 'Makes a body orbit another one; its descendants move with it.',
    fields: { childId: idSchema, parentId: idSchema },
    example: { childId: 'moon', parentId: 'mars' },
    handle(edit, { childId, parentId }) {
      const { store } = edit;
      const former = requireEntity(store, 'stars', childId).parentId as string | null;
      requireEntity(store, 'stars', parentId);
      if (isWithin(store, 'stars', parentId, childId))
        throw new CommandRefused(
          'cycle',
          childId === parentId
            ? `"${childId}" cannot orbit itself.`
            : `"${parentId}" is a descendant of "${childId}", so "${childId}" cannot orbit it.`,
          `Choose a parent that is not a descendant of "${childId}", or detachStar "${parentId}" first.`,
        );
      if (former === parentId)
        throw new CommandRefused(
          'duplicate',
          `"${childId}" already orbits "${parentId}".`,
          'Nothing needs to be changed. To move it, name another parent.',
        );
      const events = leaveGroup(edit, childId);
      edit.unlink(former === null ? 'rootIds' : 'children', former, childId);
      edit.setParent('stars', childId, parentId);
      edit.append('children', parentId, childId);
      return [{ type: 'starAttached', childId, parentId, formerParentId: former }, ...events];
    },
  }),

  command({
    name: 'detachStar',
    category: 'Star hierarchy',
    summary: 'Makes a body a root; its descendants move with it.',
    fields: { childId: idSchema },
    example: { childId: 'mercury' },
    handle(edit, { childId }) {
      const former = requireEntity(edit.store, 'stars', childId).parentId as string | null;
      if (former === null)
        throw new CommandRefused(
          'invalid',
          `"${childId}" is already a root.`,
          'Nothing needs to be changed. attachStar makes it orbit another body.',
        );
      edit.unlink('children', former, childId);
      edit.setParent('stars', childId, null);
      edit.append('rootIds', null, childId);
      return [{ type: 'starDetached', childId, formerParentId: former }];
    },
  }),
] as const;
