import { link, type Tool } from '@worldwire/server';
import { fitPage, structuredAnswer } from '@worldwire/server/kit';
import { z } from 'zod';
import { actorPath, className, packagePath } from '../../port/given-path.js';
import { uriOf } from '../resources/uris.js';
import { originOf } from '../sources/sources.js';
import { fittedActor } from './fitted-detail.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { fittingPage, MAX_ANSWER, offsetOf } from './pages.js';
import { readTool, type ToolParts } from './tool-kit.js';

export function actorTools({ sources }: ToolParts): readonly Tool[] {
  return [
    readTool({
      name: 'list_actors',
      title: 'List actors',
      description:
        'Lists the actors of a level, optionally of one class or with a part of their name. While the answer has a nextCursor, pass it as cursor. get_actor describes one actor.',
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
      title: 'Describe an actor',
      description:
        'Gives the class, transform, components and properties of an actor. get_property reads one of its properties or components in full.',
      input: z.object({ path: inputs.actorPath }),
      output: outputs.actorDetail,
      run: async ({ path: given }, options) => {
        const path = actorPath(given);
        const answer = await sources.read('actor.get', { path }, options);
        const { detail, missing } = fittedActor(answer.value);
        if (missing.length === 0) return { ...detail, ...originOf(answer) };
        const note = `Left out because of its size: ${missing.join(', ')}.`;
        const whole = link({ uri: uriOf('actor', path), name: path, mimeType: 'application/json' });
        return structuredAnswer({ ...detail, ...originOf(answer, note) }, { links: [whole] });
      },
    }),
    readTool({
      name: 'get_selection',
      title: 'Selected actors',
      description: 'Lists the actors that are selected in the editor.',
      input: z.object(inputs.paging),
      output: outputs.page(outputs.actor),
      run: async ({ limit, cursor }, options) => {
        const offset = offsetOf(cursor);
        const answer = await sources.read('selection.get', {}, options);
        const { nextOffset, ...page } = fitPage(answer.value, { offset, limit, max: MAX_ANSWER });
        const next = nextOffset !== undefined && { nextCursor: String(nextOffset) };
        return { ...page, ...next, ...originOf(answer) };
      },
    }),
  ];
}
