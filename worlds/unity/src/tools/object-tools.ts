import { type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { objectOf } from '../dto/cards.js';
import { confirm, listObjects, listOfObject, objectId, searchObjects } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import type { Undo } from '../writes/journal.js';
import { requireReadBack } from '../writes/read-back.js';
import type { ToolParts } from './parts.js';

export function objectTools({ kit, scene, explorer, events }: ToolParts): readonly Tool[] {
  const changed = (id: string) => events.resourceUpdated(`unity://object/${id}`);
  const cards = dto.pageShape(dto.objectCard);
  return [
    kit.reading({
      name: 'ListObjects',
      title: 'List objects',
      description: 'Lists the objects of one scene or of all scenes, in pages.',
      input: listObjects,
      output: cards,
      run: filter => explorer.objects(filter),
    }),
    kit.reading({
      name: 'SearchObjects',
      title: 'Search objects',
      description:
        'Finds objects in all scenes by parts of name, path and component type. All given filters must match.',
      input: searchObjects,
      output: cards,
      run: filter => explorer.search(filter),
    }),
    kit.reading({
      name: 'GetObject',
      title: 'Read an object',
      description: 'Returns one object. Active is its own state; a parent may still be inactive.',
      input: z.object({ id: objectId }),
      output: dto.objectCard,
      run: ({ id }) => explorer.object(id),
    }),
    kit.reading({
      name: 'ListChildren',
      title: 'List children',
      description: 'Lists the direct children of an object.',
      input: listOfObject,
      output: cards,
      run: paging => explorer.children(paging),
    }),
    kit.writing({
      name: 'SetActive',
      title: 'Activate an object',
      description: 'Activates or deactivates an object.',
      idempotent: true,
      input: z.object({ objectId, active: z.boolean(), confirm }),
      output: dto.written,
      run: async ({ objectId: id, active }, write) => {
        const { before, after } = await write.call('object.activate', { id, active });
        const undo: Undo = {
          restores: { objectId: id, active: before },
          changed: async () => (await scene.call('object.get', { id })).activeSelf !== after,
          restore: async undoing => {
            const back = await undoing.call('object.activate', { id, active: before });
            changed(id);
            requireReadBack(`the active state of ${id}`, back.after === before, { asked: before, ...back });
            return back;
          },
        };
        changed(id);
        const values = { asked: active, before, after };
        return write.done(`the active state of ${id}`, after === active, values, undo);
      },
    }),
    kit.writing({
      name: 'Reparent',
      title: 'Move an object in the hierarchy',
      description: 'Moves an object below another object, or to the root of its scene.',
      destructive: true,
      idempotent: true,
      input: z.object({
        objectId,
        newParentId: z.string().max(30).nullable().describe('An object id, or null for the root.'),
        confirm,
      }),
      output: dto.written,
      run: async ({ objectId: id, newParentId }, write) => {
        const parent = newParentId === '' ? null : newParentId;
        if (parent !== null && !objectId.safeParse(parent).success) {
          throw new WorldError(
            'InvalidArgument',
            'newParentId must be an object id such as "obj:12", or null.',
          );
        }
        const { before, after, place } = await write.call('object.reparent', { id, parent });
        const undo: Undo = {
          restores: { objectId: id, parentId: before, ...place?.before },
          changed: async () => (await scene.call('object.get', { id })).parent !== after,
          restore: async undoing => {
            const { name } = await scene.call('object.get', { id });
            // A new name stays.
            const home = place && (name === place.after.name ? place.before : { ...place.before, name });
            const back = await undoing.call('object.reparent', { id, parent: before, ...home });
            changed(id);
            requireReadBack(`the parent of ${id}`, back.after === before, { asked: before, ...back });
            if (home !== undefined) {
              const names = { before: name, after: back.place?.after.name };
              requireReadBack(`the name of ${id}`, names.after === home.name, { asked: home.name, ...names });
            }
            return back;
          },
        };
        changed(id);
        const values = { asked: parent, before, after };
        return write.done(`the parent of ${id}`, after === parent, values, undo);
      },
    }),
    kit.writing({
      name: 'DestroyObject',
      title: 'Destroy an object',
      description: 'Destroys an object and all its children. This cannot be undone.',
      destructive: true,
      input: z.object({ objectId, confirm }),
      output: dto.written,
      run: async ({ objectId: id }, write) => {
        const before = objectOf(await scene.call('object.get', { id }));
        await write.call('object.destroy', { id });
        const gone = !(await scene.has(id));
        changed(id);
        return write.done(id, gone, { asked: null, before, after: gone ? null : before });
      },
    }),
  ];
}
