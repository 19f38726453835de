import { type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { confirm, listOfObject, objectId, typeName } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import type { ToolParts } from './parts.js';

const MAX_TYPES = 200;

export function componentTools({ kit, scene, explorer, gates, events }: ToolParts): readonly Tool[] {
  const typesOf = async (object: string): Promise<string[]> => {
    const { items } = await scene.call('component.list', { object, limit: MAX_TYPES });
    return items.map(({ type }) => type);
  };
  const changed = (id: string) => events.resourceUpdated(`unity://object/${id}/components`);
  return [
    kit.reading({
      name: 'GetComponents',
      title: 'List components',
      description: 'Lists the components of an object with their full type names.',
      input: listOfObject,
      output: dto.pageShape(dto.componentCard),
      run: paging => explorer.components(paging),
    }),
    kit.writing({
      name: 'AddComponent',
      title: 'Add a component',
      description: 'Adds a component to an object. Its type must be in componentAllowlist.',
      input: z.object({ objectId, type: typeName, confirm }),
      output: dto.written,
      permit: ({ type }) => gates.requireComponent(type),
      run: async ({ objectId: object, type }, write) => {
        const before = await typesOf(object);
        const added = await write.call('component.add', { object, type });
        const after = await typesOf(object);
        changed(object);
        const isAdded = count(after, added.type) > count(before, added.type);
        return write.done(`the components of ${object}`, isAdded, { before, after });
      },
    }),
    kit.writing({
      name: 'RemoveComponent',
      title: 'Remove a component',
      description:
        'Removes a component of an object. Its type must be in componentAllowlist. This cannot be undone.',
      destructive: true,
      input: z.object({
        objectId,
        typeOrIndex: z
          .union([z.string().min(1).max(1_000), z.int().min(0)])
          .describe('Full type name, or index in GetComponents, from 0.'),
        confirm,
      }),
      output: dto.written,
      // An index must not bypass the allowlist.
      permit: async ({ objectId: object, typeOrIndex }) => {
        gates.requireComponent((await target(object, typeOrIndex)).type);
      },
      run: async ({ objectId: object, typeOrIndex }, write) => {
        const before = await typesOf(object);
        const { type, index } = await target(object, typeOrIndex);
        // Another component may have this index now.
        gates.requireComponent(type);
        const removed = await write.call(
          'component.remove',
          index === undefined ? { object, type } : { object, type, index },
        );
        const after = await typesOf(object);
        changed(object);
        const isRemoved = count(after, removed.type) < count(before, removed.type);
        return write.done(`the components of ${object}`, isRemoved, { before, after });
      },
    }),
  ];

  async function target(object: string, wanted: string | number): Promise<{ type: string; index?: number }> {
    const index = typeof wanted === 'number' ? wanted : /^\d{1,9}$/.test(wanted) ? Number(wanted) : undefined;
    if (index === undefined) return { type: String(wanted) };
    const types = await typesOf(object);
    const type = types[index];
    if (type !== undefined) return { type, index };
    throw new WorldError(
      'NotFound',
      `${object} has ${types.length} components, and none with the index ${index}.`,
      'GetComponents lists them.',
    );
  }
}

function count(types: readonly string[], wanted: string): number {
  return types.filter(type => type === wanted).length;
}
