import { link, type Tool } from '@worldwire/server';
import { z } from 'zod';
import { actorPath, className, packagePath } from '../../port/given-path.js';
import { uriOf } from '../resources/uris.js';
import { originOf } from '../sources/sources.js';
import { fitList } from '../state/shortened.js';
import { fittedActor } from './fitted-detail.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { BUDGET, fittingPage, placeOf } from './pages.js';
import { readTool, type ToolParts, withLinks } from './tool-kit.js';

export function actorTools({ sources }: ToolParts): readonly Tool[] {
  return [
    readTool({
      name: 'list_actors',
      title: 'List actors',
      description:
        'Lists the actors of a level, of one class or with a part of their name where you say so. Go on with cursor while there is a nextCursor; get_actor tells more of one.',
      input: z.object({
        path: inputs.level,
        class: inputs.classFilter,
        query: inputs.query.optional(),
        ...inputs.paging,
      }),
      output: outputs.page(outputs.actor),
      run: async ({ path, class: kind, query, limit, cursor }, options) => {
        const params = {
          ...(path !== undefined && { level: packagePath(path) }),
          ...(kind !== undefined && { class: className(kind) }),
          ...(query !== undefined && { query }),
          ...(cursor !== undefined && { cursor }),
          limit,
        };
        const answer = await fittingPage(sources, 'actor.list', params, options);
        return { ...answer.value, ...originOf(answer) };
      },
    }),
    readTool({
      name: 'get_actor',
      title: 'Look at an actor',
      description:
        'Tells the class, place, components and properties of an actor. get_property reads one of its properties or components in full.',
      input: z.object({ path: inputs.actorPath }),
      output: outputs.actorDetail,
      run: async ({ path: given }, options) => {
        const path = actorPath(given);
        const answer = await sources.read('actor.get', { path }, options);
        const { detail, missing } = fittedActor(answer.value);
        if (missing.length === 0) return { ...detail, ...originOf(answer) };
        const note = `Left out for its size: ${missing.join(', ')}.`;
        const whole = link({ uri: uriOf('actor', path), name: path, mimeType: 'application/json' });
        return withLinks({ ...detail, ...originOf(answer, note) }, [whole]);
      },
    }),
    readTool({
      name: 'get_selection',
      title: 'Selected actors',
      description: 'Lists the actors that are selected in the editor.',
      input: z.object(inputs.paging),
      output: outputs.page(outputs.actor),
      run: async ({ limit, cursor }, options) => {
        const start = placeOf(cursor);
        const answer = await sources.read('selection.get', {}, options);
        const all = answer.value;
        const items = fitList(all.slice(start, start + limit), BUDGET).kept;
        const next = start + Math.max(1, items.length);
        return {
          items,
          total: all.length,
          ...(next < all.length && { nextCursor: String(next) }),
          ...originOf(answer),
        };
      },
    }),
  ];
}
