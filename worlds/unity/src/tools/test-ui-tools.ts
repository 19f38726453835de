import type { ObjectInfo } from '@worldwire/engine';
import type { Tool } from '@worldwire/server';
import { z } from 'zod';
import { confirm } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { requireReadBack } from '../writes/read-back.js';
import type { Write } from '../writes/write.js';
import type { ToolParts } from './parts.js';

const ROOT = 'McpTestCanvas';
/** Above whatever the scene shows. */
const ORDER = 1_000;

/** They overlap in the middle of the picture; what comes later lies on top. */
const BLOCKS = [
  { name: 'McpTestBlock_Right', at: { x: 160, y: 0 }, color: { r: 0.2, g: 0.4, b: 0.9, a: 1 } },
  { name: 'McpTestBlock_Left', at: { x: -160, y: 0 }, color: { r: 0.9, g: 0.3, b: 0.2, a: 1 } },
] as const;

/** A canvas with two blocks, for trying out MousePick and writes where nothing of value is. */
export function testUiTools({ kit, scene }: ToolParts): readonly Tool[] {
  const find = async (): Promise<readonly ObjectInfo[]> => {
    const { items } = await scene.call('object.list', { name: ROOT, type: 'UnityEngine.Canvas', limit: 50 });
    return items.filter(({ path }) => path === `/${ROOT}`);
  };
  return [
    kit.writing({
      name: 'SpawnTestUi',
      title: 'Make the test interface',
      description: `Makes ${ROOT} with two blocks, for MousePick with mode ui. Gives those that are there already.`,
      idempotent: true,
      input: z.object({ confirm }),
      output: {
        ...dto.written,
        rootId: z.string(),
        blocks: z.array(z.object({ name: z.string(), id: z.string() })),
      },
      run: async (_, write) => {
        const [known] = await find();
        const rootId = known?.id ?? (await spawn(write));
        const { items } = await scene.call('object.list', { parent: rootId, limit: 50 });
        const blocks = items.map(({ name, id }) => ({ name, id })).sort((a, b) => (a.name < b.name ? -1 : 1));
        const values = write.wrote(known?.id ?? null, rootId);
        requireReadBack(ROOT, known !== undefined || blocks.length === BLOCKS.length, values);
        return { ok: true, rootId, blocks, ...values };
      },
    }),
    kit.writing({
      name: 'DestroyTestUi',
      title: 'Remove the test interface',
      description: `Removes ${ROOT}, where it is.`,
      destructive: true,
      idempotent: true,
      input: z.object({ confirm }),
      output: dto.written,
      run: async (_, write) => {
        const known = await find();
        for (const { id } of known) await write.call('object.destroy', { id });
        const values = write.wrote(known[0]?.id ?? null, (await find())[0]?.id ?? null);
        requireReadBack(ROOT, values.after === null, values);
        return { ok: true, ...values };
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
