import type { ObjectInfo } from '@worldwire/engine';
import { type PlannedItem, type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { objectOf } from '../dto/cards.js';
import { confirm, getObject, listChildren, listObjects, objectId, searchObjects } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { named } from '../scene/names.js';
import type { Scene } from '../scene/scene.js';
import { requireReadBack } from '../writes/read-back.js';
import { reversal } from '../writes/reversal.js';
import type { ToolParts } from './parts.js';
import { changed, whole } from './planned-effect.js';

/** Objects below a destroyed one. Above this a person is asked, or the caller must have seen the plan. */
const MAX_DESCENDANTS = 20;
/** Objects of one list, of which a plan names those that go with a destroyed one. */
const MAX_NAMED_BELOW = 500;

export function objectTools({ kit, scene, explorer, events }: ToolParts): readonly Tool[] {
  const updated = (id: string) => events.resourceUpdated(`unity://object/${id}`);
  const cards = dto.pageShape(dto.objectCard);
  const get = (id: string) => scene.call('object.get', { id });
  return [
    kit.reading({
      name: 'ListObjects',
      view: true,
      title: 'List objects',
      description: 'Lists the objects of one scene or of all scenes, in pages. All given filters must match.',
      input: listObjects,
      output: cards,
      run: (filter, { answerBytes }) => explorer.objects(filter, answerBytes),
    }),
    kit.reading({
      name: 'SearchObjects',
      view: true,
      title: 'Search objects',
      description: 'Finds objects in all scenes. All given filters must match.',
      input: searchObjects,
      output: cards,
      run: (filter, { answerBytes }) => explorer.search(filter, answerBytes),
    }),
    kit.reading({
      name: 'GetObject',
      view: true,
      title: 'Read an object',
      description: 'Returns one object. Active is its own state. The field Visible says why it is not drawn.',
      input: getObject,
      output: dto.objectCard,
      run: args => explorer.object(args),
    }),
    kit.reading({
      name: 'ListChildren',
      view: true,
      title: 'List children',
      description: 'Lists the direct children of an object. All given filters must match.',
      input: listChildren,
      output: cards,
      run: (paging, { answerBytes }) => explorer.children(paging, answerBytes),
    }),
    kit.writing({
      name: 'SetActive',
      view: true,
      title: 'Activate an object',
      description: 'Activates or deactivates an object.',
      idempotent: true,
      input: z.object({ objectId, active: z.boolean(), confirm }),
      output: dto.written,
      prepare: ({ objectId: id }) => get(id),
      question: ({ active }, object) => `${active ? 'Activate' : 'Deactivate'} ${named(object)}?`,
      plan: ({ active }, object) => {
        const before = object.activeSelf;
        const items = changed(`the active state of ${named(object)}`, before, active);
        return { before, after: active, items };
      },
      run: async ({ objectId: id, active }, write, _, object) => {
        const { before, after } = await write.call('object.activate', { id, active });
        const undo = reversal<boolean>({
          key: `the active state of ${id}`,
          what: `the active state of ${named(object)}`,
          from: after,
          to: before,
          read: async () => (await get(id)).activeSelf,
          set: async (undoing, value) => {
            await undoing.call('object.activate', { id, active: value });
            updated(id);
          },
        });
        updated(id);
        const values = { asked: active, before, after };
        return write.done(`the active state of ${id}`, after === active, values, undo);
      },
    }),
    kit.writing({
      name: 'Reparent',
      view: true,
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
      prepare: async ({ objectId: id, newParentId }) => {
        const parentId = parentOf(newParentId);
        return { object: await get(id), parent: parentId === null ? null : await get(parentId) };
      },
      question: (_, { object, parent }) =>
        `Move ${named(object)} ${parent === null ? 'to the root of its scene' : `below ${named(parent)}`}?`,
      plan: async ({ objectId: id }, { object, parent }) => {
        const params = { id, parent: parent?.id ?? null, dryRun: true };
        const { before, after } = await scene.call('object.reparent', params);
        const old = before === null ? undefined : await get(before);
        const isSame = before === after;
        const items = isSame ? [] : changed(`the parent of ${named(object)}`, ...placesOf(old, parent));
        return { before, after, items };
      },
      run: async ({ objectId: id }, write, _, { object, parent: above }) => {
        const parent = above?.id ?? null;
        const { before, after, place } = await write.call('object.reparent', { id, parent });
        const [from, to] = [
          { parent: after, ...place?.after },
          { parent: before, ...place?.before },
        ];
        const undo = reversal<typeof from>({
          key: `the parent of ${id}`,
          what: `the parent of ${named(object)}`,
          from,
          to,
          read: async () => ({ parent: (await get(id)).parent }),
          same: (a, b) => a.parent === b.parent,
          set: async (undoing, value) => {
            const { name } = await get(id);
            // A name that the object got since stays.
            const isRenamed = name !== (value === to ? from : to).name;
            const home = value.name === undefined || !isRenamed ? value : { ...value, name };
            const back = await undoing.call('object.reparent', { id, ...home });
            updated(id);
            if (home.name === undefined) return;
            const names = { before: name, after: back.place?.after.name };
            requireReadBack(`the name of ${id}`, names.after === home.name, { asked: home.name, ...names });
          },
          show: value => value.parent,
          nullIsValue: true,
        });
        updated(id);
        const values = { asked: parent, before, after };
        return write.done(`the parent of ${id}`, after === parent, values, undo);
      },
    }),
    kit.writing({
      name: 'DestroyObject',
      view: true,
      title: 'Destroy an object',
      description: `Destroys an object and all below it. Cannot be undone. More than ${MAX_DESCENDANTS} objects: asks a person, or needs expectDigest.`,
      destructive: true,
      input: z.object({ objectId, confirm }),
      output: { ...dto.written, descendants: z.number().optional() },
      final: 'a destroyed object does not come back.',
      prepare: ({ objectId: id }) => scene.call('object.get', { id, fields: ['descendants'] }),
      question: (_, object) => `Delete ${named(object, below(object))}?`,
      isLarge: (_, { descendants, childCount }) => (descendants ?? childCount) > MAX_DESCENDANTS,
      plan: async ({ objectId: id }, object) => {
        const { destroyed } = await scene.call('object.destroy', { id, dryRun: true });
        const [before, after] = [objectOf(object), null];
        const items = changed(named(object), before, after);
        const lost = new Set(destroyed.filter(each => each !== object.id));
        const namedBelow = await removalsOf(scene, object.path, lost);
        const more = descendantsIn(object);
        const covers = [before, after, destroyed];
        return { before, after, covers, more, items, below: lost.size, namedBelow };
      },
      run: async ({ objectId: id }, write, _, object) => {
        const before = objectOf(object);
        await write.call('object.destroy', { id });
        const gone = !(await scene.has(id));
        updated(id);
        const values = write.done(id, gone, { asked: null, before, after: gone ? null : before });
        return { ...values, ...descendantsIn(object) };
      },
    }),
  ];
}

/** The removals of the objects below a path, as far as one list has them. */
async function removalsOf(
  scene: Scene,
  path: string,
  lost: ReadonlySet<string>,
): Promise<readonly PlannedItem[]> {
  if (lost.size === 0) return [];
  const { items } = await scene.call('object.list', { path, limit: MAX_NAMED_BELOW });
  return items.filter(({ id }) => lost.has(id)).flatMap(object => whole('removes', named(object)));
}

function parentOf(given: string | null): string | null {
  if (given === null || given === '') return null;
  if (objectId.safeParse(given).success) return given;
  throw new WorldError(
    'InvalidArgument',
    'newParentId must be an object id such as "obj:12", or null.',
    'SearchObjects finds the id of an object by its name or path.',
  );
}

/** A parent by its name; the root is a place, too. */
function placesOf(old: ObjectInfo | undefined, now: ObjectInfo | null): readonly [string, string] {
  const place = (parent: ObjectInfo | null | undefined) => (parent ? named(parent) : 'the root of its scene');
  return [place(old), place(now)];
}

function below({ childCount, descendants }: { childCount: number; descendants?: number }): string {
  const children = childCount === 1 ? '1 child' : `${childCount} children`;
  return descendants === undefined || descendants === childCount
    ? `, ${children}`
    : `, ${children}, ${descendants} objects below it`;
}

function descendantsIn({ descendants }: { descendants?: number }): { descendants?: number } {
  return descendants === undefined ? {} : { descendants };
}
