import type { ObjectInfo, SiblingPlace } from '@worldwire/engine';
import { type PlannedItem, type Tool, WorldError } from '@worldwire/server';
import { CONFIRM_ABOVE } from '@worldwire/writes';
import { z } from 'zod';
import { objectOf } from '../dto/cards.js';
import { confirm, getObject, listChildren, listObjects, objectId, searchObjects } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { named } from '../scene/names.js';
import type { Scene } from '../scene/scene.js';
import { changed, whole } from '../writes/planned-effect.js';
import { requireReadBack } from '../writes/read-back.js';
import type { ToolParts } from './parts.js';

/** Objects of one list, of which a plan names those that go with a destroyed one. */
const MAX_NAMED_BELOW = 500;

export function objectTools({ kit, scene, explorer, events }: ToolParts): readonly Tool[] {
  const updated = (id: string) => events.resourceUpdated(`unity://object/${id}`);
  const cards = dto.pageShape(dto.objectCard);
  const get = (id: string) => scene.call('object.get', { id });
  const activity = kit.restores<NamedObject, boolean>({
    name: 'active state',
    what: ({ named }) => `the active state of ${named}`,
    key: ({ id }) => `the active state of ${id}`,
    read: async ({ id }) => (await get(id)).activeSelf,
    set: async (undoing, active, { id }) => {
      await undoing.call('object.activate', { id, active });
      updated(id);
      return undefined;
    },
  });
  const parenthood = kit.restores<NamedObject, Parent>({
    name: 'parent',
    what: ({ named }) => `the parent of ${named}`,
    key: ({ id }) => `the parent of ${id}`,
    read: async ({ id }) => ({ parent: (await get(id)).parent }),
    same: (a, b) => a.parent === b.parent,
    set: async (undoing, { left, ...home }, { id }) => {
      const { name } = await get(id);
      // A name that the object got since stays.
      const wanted = home.name === undefined || name === left ? home : { ...home, name };
      const { before, place } = await undoing.call('object.reparent', { id, ...wanted });
      updated(id);
      if (wanted.name !== undefined) {
        const names = { before: name, after: place?.after.name };
        requireReadBack(`the name of ${id}`, names.after === wanted.name, { asked: wanted.name, ...names });
      }
      return parentOf(before, place?.before, place?.after);
    },
    show: ({ parent }) => parent,
    nullIsValue: true,
  });
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
        const undo = activity({ id, named: named(object) }, { from: after, to: before });
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
        const parentId = parentIn(newParentId);
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
        const from = parentOf(after, place?.after, place?.before);
        const to = parentOf(before, place?.before, place?.after);
        const undo = parenthood({ id, named: named(object) }, { from, to });
        updated(id);
        const values = { asked: parent, before, after };
        return write.done(`the parent of ${id}`, after === parent, values, undo);
      },
    }),
    kit.writing({
      name: 'DestroyObject',
      view: true,
      title: 'Destroy an object',
      description: `Destroys an object and all below it. Cannot be undone. More than ${CONFIRM_ABOVE} objects: asks a person, or needs expectDigest.`,
      destructive: true,
      input: z.object({ objectId, confirm }),
      output: { ...dto.written, descendants: z.number().optional() },
      final: 'a destroyed object does not come back.',
      prepare: ({ objectId: id }) => scene.call('object.get', { id, fields: ['descendants'] }),
      question: (_, object) => `Delete ${named(object, below(object))}?`,
      mayAsk: () => true,
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

interface NamedObject {
  readonly id: string;
  /** For a person. */
  readonly named: string;
}

/** A place in the hierarchy. */
interface Parent {
  readonly parent: string | null;
  readonly name?: string;
  readonly index?: number;
  /** The name that the object has while it is elsewhere. */
  readonly left?: string;
}

function parentOf(parent: string | null, place?: SiblingPlace, elsewhere?: SiblingPlace): Parent {
  return { parent, ...place, ...(elsewhere !== undefined && { left: elsewhere.name }) };
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

function parentIn(given: string | null): string | null {
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
