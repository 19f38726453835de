import { type Tool, WorldError } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import { z } from 'zod';
import { sceneOf } from '../dto/cards.js';
import { confirm, name, pages } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { suggestion } from '../scene/names.js';
import { whole } from '../writes/planned-effect.js';
import type { ToolParts } from './parts.js';

const LOADING_MS = 30_000;
const MAX_NAME = 256;

export function sceneTools({ kit, scene, explorer }: ToolParts): readonly Tool[] {
  const loaded = async () => {
    const scenes = await scene.call('scene.list', {});
    return scenes.filter(({ loaded }) => loaded).map(sceneOf);
  };
  /** The name of a build scene, given by name or path. An engine without a list decides itself. */
  const known = async (given: string) => {
    const builds = await scene.call('scene.builds', {});
    const found = builds.find(({ name, path }) => name === given || path === given);
    if (found !== undefined || builds.length === 0) return cutText(found?.name ?? given, MAX_NAME);
    const names = builds.map(({ name }) => name);
    throw new WorldError(
      'NotFound',
      `There is no scene "${cutText(given, MAX_NAME)}".`,
      suggestion(given, names, 'ListBuildScenes lists the scenes that can be loaded.'),
    );
  };
  return [
    kit.reading({
      name: 'ListScenes',
      view: true,
      title: 'List scenes',
      description: 'Lists the loaded scenes, scn:ddol (kept between scenes) and scn:hide (hidden objects).',
      input: pages,
      output: dto.pageShape(dto.scene),
      run: (paging, { answerBytes }) => explorer.scenes(paging, answerBytes),
    }),
    kit.reading({
      name: 'ListBuildScenes',
      title: 'List build scenes',
      description: 'Lists the scenes that LoadScene can load.',
      input: pages,
      output: dto.pageShape(dto.buildScene),
      run: (paging, { answerBytes }) => explorer.buildScenes(paging, answerBytes),
    }),
    kit.writing({
      name: 'LoadScene',
      view: true,
      title: 'Load a scene',
      description:
        'Loads a scene of ListBuildScenes. Mode single drops all other scenes: asks a person, or needs expectDigest.',
      destructive: true,
      input: z.object({ name, mode: z.enum(['single', 'additive']).default('single'), confirm }),
      output: { ...dto.written, name: z.string(), mode: z.string(), warning: z.string().optional() },
      final: ({ mode }) =>
        mode === 'single'
          ? 'the objects of the other scenes are destroyed.'
          : 'a scene cannot be unloaded alone.',
      prepare: async args => ({ known: await known(args.name), before: await loaded() }),
      question: ({ mode }, { known, before }) => {
        const real = before.filter(({ Index }) => Index >= 0).map(({ Name }) => Name);
        return mode === 'single'
          ? `Load ${known} and drop ${real.join(', ')} with all objects?`
          : `Load ${known} beside ${real.join(', ')}?`;
      },
      mayAsk: ({ mode }) => mode === 'single',
      plan: ({ mode }, { known, before }) => {
        const stays = mode === 'single' ? [] : before.filter(({ Index }) => Index >= 0);
        const lasting = before.filter(({ Index }) => Index < 0);
        const after = [...stays, { Name: known }, ...lasting];
        const dropped = mode === 'single' ? before.filter(({ Index }) => Index >= 0) : [];
        const items = [
          ...dropped.flatMap(({ Name }) => whole('removes', `the scene ${Name} with all its objects`)),
          ...whole('adds', `the scene ${known}`),
        ];
        // The number of root objects changes while the scene runs.
        return {
          before,
          after,
          more: { name: known, mode },
          covers: before.map(({ Id }) => Id),
          items,
          isLarge: dropped.length > 0,
        };
      },
      run: async ({ name, mode }, write, _, { before }) => {
        const { id, warning } = await write.call('scene.load', { name, mode }, LOADING_MS);
        const after = await loaded();
        const isLoaded = after.some(({ Id }) => Id === id);
        const values = write.done(`the list of scenes after loading "${name}"`, isLoaded, { before, after });
        return { name, mode, ...values, ...(warning !== undefined && { warning }) };
      },
    }),
  ];
}
