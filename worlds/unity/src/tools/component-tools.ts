import { type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { confirm, listOfObject, objectId, typeName } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { fullType, named, suggestion, typesOf } from '../scene/names.js';
import { whole } from '../writes/planned-effect.js';
import type { ToolParts } from './parts.js';

const LOST = 'the engine does not keep removed components, so that its values are lost.';

export function componentTools({ kit, scene, explorer, gates, events }: ToolParts): readonly Tool[] {
  const changed = (id: string) => events.resourceUpdated(`unity://object/${id}/components`);
  /** Removes a component, or puts it back as it was. Other types of the object do not matter. */
  const stepOf = kit.restores<ComponentOf, Components>({
    name: 'component',
    what: ({ named }) => `the components of ${named}`,
    key: ({ id, type }) => `the ${type} of ${id}`,
    permit: (_, { type }) => gates.requireComponent(type),
    read: async ({ id }) => ({ types: await typesOf(scene, id) }),
    same: (a, b, { type }) => count(a.types, type) === count(b.types, type),
    set: async (undoing, { types, index = -1, kept }, { id, type }) => {
      const now = await typesOf(scene, id);
      const left = async () => {
        if (count(types, type) < count(now, type)) {
          const place = now[index] === type ? index : now.lastIndexOf(type);
          return undoing.call('component.remove', { object: id, type, index: place });
        }
        return kept === undefined
          ? undoing.call('component.add', { object: id, type })
          : undoing.call('component.restore', { object: id, kept });
      };
      const found: { readonly index: number; readonly kept?: string } = await left();
      changed(id);
      return componentsOf(now, found);
    },
    show: ({ types }) => types,
  });
  return [
    kit.reading({
      name: 'GetComponents',
      view: true,
      title: 'List components',
      description: 'Lists the components of an object with their full type names.',
      input: listOfObject,
      output: dto.pageShape(dto.componentCard),
      run: (paging, { answerBytes }) => explorer.components(paging, answerBytes),
    }),
    kit.writing({
      name: 'AddComponent',
      view: true,
      title: 'Add a component',
      description: 'Adds a component to an object. Its type must be in componentAllowlist.',
      input: z.object({ objectId, type: typeName, confirm }),
      output: dto.written,
      prepare: async ({ objectId: id, type }) => {
        const object = await scene.call('object.get', { id });
        const before = await typesOf(scene, id);
        return { object, before, type: await addable(id, type) };
      },
      admit: ({ type }) => gates.admitComponent(type),
      permit: (_, { type }) => gates.requireComponent(type),
      question: (_, { object, type }) => `Add a ${type} to ${named(object)}?`,
      plan: (_, { object, before, type }) => {
        const items = whole('adds', `the ${type} of ${named(object)}`);
        return { before, after: [...before, type], items };
      },
      run: async ({ objectId: id }, write, _, { object, before, type }) => {
        const added = await write.call('component.add', { object: id, type });
        const after = await typesOf(scene, id);
        changed(id);
        const isAdded = count(after, added.type) > count(before, added.type);
        const values = { from: componentsOf(after, added), to: componentsOf(before, added) };
        const undo = stepOf({ id, named: named(object), type: added.type }, values);
        return write.done(`the components of ${id}`, isAdded, { before, after }, undo);
      },
    }),
    kit.writing({
      name: 'RemoveComponent',
      view: true,
      title: 'Remove a component',
      description: 'Removes a component. Its type must be in componentAllowlist.',
      destructive: true,
      input: z.object({
        objectId,
        typeOrIndex: z
          .union([z.string().min(1).max(1_000), z.int().min(0)])
          .describe('Type name, or index in GetComponents, from 0.'),
        confirm,
      }),
      output: dto.written,
      prepare: async ({ objectId: id, typeOrIndex }) => {
        const object = await scene.call('object.get', { id });
        const before = await typesOf(scene, id);
        const { operations } = await scene.call('engine.describe', {});
        const isKept = operations.includes('component.restore');
        return { object, before, isKept, ...target(id, before, typeOrIndex) };
      },
      final: (_, { isKept }) => (isKept ? undefined : LOST),
      mayAsk: (_, { isKept }) => !isKept,
      admit: ({ typeOrIndex }) => {
        if (indexIn(typeOrIndex) === undefined) gates.admitComponent(String(typeOrIndex));
      },
      // An index must not bypass the allowlist.
      permit: (_, { type }) => gates.requireComponent(type),
      question: (_, { object, type }) => `Remove the ${type} of ${named(object)}?`,
      plan: async ({ objectId: id }, { object, before, type, index }) => {
        const found = await scene.call('component.remove', { object: id, type, ...at(index), dryRun: true });
        const items = whole('removes', `the ${type} of ${named(object)}`);
        return { before, after: before.filter((_, place) => place !== found.index), items };
      },
      run: async ({ objectId: id }, write, _, { object, before, type, index }) => {
        // The engine refuses the index if another component has it now.
        const removed = await write.call('component.remove', { object: id, type, ...at(index) });
        const after = await typesOf(scene, id);
        changed(id);
        const isRemoved = count(after, removed.type) < count(before, removed.type);
        const values = { from: componentsOf(after, removed), to: componentsOf(before, removed) };
        const step = stepOf({ id, named: named(object), type: removed.type }, values);
        const undo = removed.kept === undefined ? undefined : step;
        return write.done(`the components of ${id}`, isRemoved, { before, after }, undo);
      },
    }),
  ];

  /** The full name of a type that can be added. An engine without dry runs decides when it adds it. */
  async function addable(object: string, type: string): Promise<string> {
    try {
      return (await scene.call('component.add', { object, type, dryRun: true })).type;
    } catch (thrown) {
      if (thrown instanceof WorldError && thrown.kind === 'Unsupported') return type;
      throw thrown;
    }
  }
}

/** One type of the components of an object. */
interface ComponentOf {
  readonly id: string;
  /** The object for a person. */
  readonly named: string;
  readonly type: string;
}

/** The components of an object, and where one is that was removed or added. */
interface Components {
  readonly types: readonly string[];
  readonly index?: number | undefined;
  readonly kept?: string | undefined;
}

function componentsOf(
  types: readonly string[],
  { index, kept }: { readonly index: number; readonly kept?: string },
): Components {
  return { types, index, ...(kept !== undefined && { kept }) };
}

/** The component to remove. Its index is given only if the caller gave it. */
function target(
  object: string,
  types: readonly string[],
  wanted: string | number,
): { readonly type: string; readonly index?: number } {
  const index = indexIn(wanted);
  if (index === undefined) {
    const type = fullType(types, String(wanted));
    if (types.includes(type)) return { type };
    throw new WorldError(
      'NotFound',
      `${object} has no component "${type}".`,
      suggestion(type, types, 'GetComponents lists them.'),
    );
  }
  const type = types[index];
  if (type !== undefined) return { type, index };
  throw new WorldError(
    'NotFound',
    `${object} has ${types.length} components, and none with the index ${index}.`,
    'GetComponents lists them.',
  );
}

function indexIn(wanted: string | number): number | undefined {
  if (typeof wanted === 'number') return wanted;
  return /^\d{1,9}$/.test(wanted) ? Number(wanted) : undefined;
}

function at(index: number | undefined): { readonly index?: number } {
  return index === undefined ? {} : { index };
}

function count(types: readonly string[], wanted: string): number {
  return types.filter(type => type === wanted).length;
}
