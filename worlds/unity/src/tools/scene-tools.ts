import type { Tool } from '@worldwire/server';
import { z } from 'zod';
import { sceneOf } from '../dto/cards.js';
import { confirm, name, pages } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
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
        'Lists the loaded scenes, scn:ddol (objects that are kept between scenes) and scn:hide (hidden objects).',
      input: pages,
      output: dto.pageShape(dto.scene),
      run: paging => explorer.scenes(paging),
    }),
    kit.reading({
      name: 'ListBuildScenes',
      title: 'List build scenes',
      description: 'Lists the scenes that LoadScene can load.',
      input: pages,
      output: dto.pageShape(dto.buildScene),
      run: paging => explorer.buildScenes(paging),
    }),
    kit.writing({
      name: 'LoadScene',
      title: 'Load a scene',
      description:
        'Loads a scene of ListBuildScenes. Mode single unloads all other scenes first and destroys their objects.',
      destructive: true,
      input: z.object({ name, mode: z.enum(['single', 'additive']).default('single'), confirm }),
      output: { ...dto.written, name: z.string(), mode: z.string(), warning: z.string().optional() },
      run: async ({ name, mode }, write) => {
        const before = await loaded();
        const { id, warning } = await write.call('scene.load', { name, mode }, LOADING_MS);
        const after = await loaded();
        const isLoaded = after.some(({ Id }) => Id === id);
        const values = write.done(`the list of scenes after loading "${name}"`, isLoaded, { before, after });
        return { name, mode, ...values, ...(warning !== undefined && { warning }) };
      },
    }),
  ];
}
