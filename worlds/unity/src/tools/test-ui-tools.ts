import type { ObjectInfo } from '@worldwire/engine';
import type { Tool } from '@worldwire/server';
import { z } from 'zod';
import { confirm } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { whole } from '../writes/planned-effect.js';
import type { Write } from '../writes/write.js';
import type { ToolParts } from './parts.js';

const ROOT = 'McpTestCanvas';
/** Above the interface of the scene. */
const ORDER = 1_000;

/** They overlap in the middle of the picture. The last one is on top. */
const BLOCKS = [
  { name: 'McpTestBlock_Right', at: { x: 160, y: 0 }, color: { r: 0.2, g: 0.4, b: 0.9, a: 1 } },
  { name: 'McpTestBlock_Left', at: { x: -160, y: 0 }, color: { r: 0.9, g: 0.3, b: 0.2, a: 1 } },
] as const;

/** A canvas with two blocks, to try MousePick and writes without touching the scene's own objects. */
export function testUiTools({ kit, scene }: ToolParts): readonly Tool[] {
  const find = async (): Promise<readonly ObjectInfo[]> => {
    // Not by the type: another engine than Unity does not know it.
    const { items } = await scene.call('object.list', { name: ROOT, limit: 50 });
    return items.filter(({ path }) => path === `/${ROOT}`);
  };
  const blocksOf = async (parent: string) => {
    const { items } = await scene.call('object.list', { parent, limit: 50 });
    return items.map(({ name, id }) => ({ name, id })).sort((a, b) => (a.name < b.name ? -1 : 1));
  };
  const stepOf = kit.restores<{ readonly rootId: string }, string | null>({
    name: 'test interface',
    what: () => ROOT,
    once: `${ROOT} cannot come back with its old ids. SpawnTestUi creates a new one.`,
    read: async () => (await find())[0]?.id ?? null,
    set: async (undoing, value, { rootId }) => {
      if (value === null) await undoing.call('object.destroy', { id: rootId });
      return undefined;
    },
  });
  return [
    kit.writing({
      name: 'SpawnTestUi',
      title: 'Create the test interface',
      description: `Creates ${ROOT} with two blocks, for MousePick with mode ui. Returns the existing one if there is one.`,
      idempotent: true,
      input: z.object({ confirm }),
      output: {
        ...dto.written,
        rootId: z.string(),
        blocks: z.array(z.object({ name: z.string(), id: z.string() })),
      },
      question: () => `Create ${ROOT} with two blocks?`,
      plan: async () => {
        const [known] = await find();
        if (known === undefined)
          return { before: null, after: `a new ${ROOT}`, items: whole('adds', `${ROOT} with its blocks`) };
        const more = { rootId: known.id, blocks: await blocksOf(known.id) };
        return { before: known.id, after: known.id, more, items: [] };
      },
      run: async (_, write) => {
        const [known] = await find();
        const rootId = known?.id ?? (await spawn(write));
        const blocks = await blocksOf(rootId);
        const complete = known !== undefined || blocks.length === BLOCKS.length;
        const [before, after] = [known?.id ?? null, rootId];
        const undo = stepOf({ rootId }, { from: after, to: before });
        return { rootId, blocks, ...write.done(ROOT, complete, { before, after }, undo) };
      },
    }),
    kit.writing({
      name: 'DestroyTestUi',
      title: 'Remove the test interface',
      description: `Destroys ${ROOT}, if it exists.`,
      destructive: true,
      idempotent: true,
      input: z.object({ confirm }),
      output: dto.written,
      final: 'SpawnTestUi creates it again, with new ids.',
      question: () => `Delete ${ROOT} with its blocks?`,
      plan: async () => {
        const known = await find();
        const items = known.flatMap(({ id }) => whole('removes', `${ROOT} (${id}) with all below it`));
        return { before: known[0]?.id ?? null, after: null, items, isLarge: false };
      },
      run: async (_, write) => {
        const known = await find();
        for (const { id } of known) await write.call('object.destroy', { id });
        const after = (await find())[0]?.id ?? null;
        return write.done(ROOT, after === null, { asked: null, before: known[0]?.id ?? null, after });
      },
    }),
  ];
}

async function spawn(write: Write): Promise<string> {
  const canvas = { type: 'UnityEngine.Canvas', members: { sortingOrder: ORDER } };
  const { id: parent } = await write.call('object.create', { name: ROOT, components: [canvas] });
  for (const { name, at, color } of BLOCKS) {
    await write.call('object.create', {
      name,
      parent,
      components: [
        {
          type: 'UnityEngine.RectTransform',
          members: { anchoredPosition: at, sizeDelta: { x: 400, y: 300 } },
        },
        { type: 'UnityEngine.UI.Image', members: { color } },
      ],
    });
  }
  return parent;
}
