import type { Tool } from '@worldwire/server';
import { z } from 'zod';
import { sceneOf } from '../dto/cards.js';
import { confirm, name, pages } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { requireReadBack } from '../writes/read-back.js';
import type { ToolParts } from './parts.js';

const LOADING_MS = 30_000;

export function sceneTools({ kit, scene, explorer }: ToolParts): readonly Tool[] {
  const loaded = async () => {
    const scenes = await scene.call('scene.list', {});
    return scenes.filter(({ loaded }) => loaded).map(sceneOf);
  };
  return [
    kit.reading({
      name: 'ListScenes',
      title: 'List scenes',
      description:
        'Lists the loaded scenes, with scn:ddol (what outlives scenes) and scn:hide (what no scene shows).',
      input: pages,
      output: dto.pageShape(dto.scene),
      run: paging => explorer.scenes(paging),
    }),
    kit.reading({
      name: 'ListBuildScenes',
      title: 'List scenes to load',
      description: 'Lists the scenes that LoadScene can load.',
      input: pages,
      output: dto.pageShape(dto.buildScene),
      run: paging => explorer.buildScenes(paging),
    }),
    kit.writing({
      name: 'LoadScene',
      title: 'Load a scene',
      description:
        'Loads a scene of ListBuildScenes. Mode single unloads the others first, and their objects are gone.',
      destructive: true,
      input: z.object({ name, mode: z.enum(['single', 'additive']).default('single'), confirm }),
      output: { ...dto.written, name: z.string(), mode: z.string(), warning: z.string().optional() },
      run: async ({ name, mode }, write) => {
        const before = await loaded();
        const { id, warning } = await write.call('scene.load', { name, mode }, LOADING_MS);
        const after = await loaded();
        const values = write.wrote(before, after);
        requireReadBack(
          `The list of scenes after loading "${name}"`,
          after.some(({ Id }) => Id === id),
          values,
        );
        return { ok: true, name, mode, ...values, ...(warning !== undefined && { warning }) };
      },
    }),
  ];
}
