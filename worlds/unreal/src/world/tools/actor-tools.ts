import { link, type Tool, WorldError } from '@worldwire/server';
import { fitPage, resultBytesOf } from '@worldwire/server/kit';
import { z } from 'zod';
import { actorPath, className, packagePath } from '../../port/given-path.js';
import type { ActorInfo } from '../../port/operations.js';
import { fittedActor } from '../answers/fitted-detail.js';
import { nearActors } from '../answers/near-actors.js';
import { fittingPage, offsetOf } from '../answers/pages.js';
import { orNearActors, otherClasses } from '../answers/suggestions.js';
import { uriOf } from '../resources/uris.js';
import { fields, fieldsWithDistance, picker } from './actor-fields.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { readTool } from './read-tool.js';
import type { ToolParts } from './tool-kit.js';

export function actorTools({ sources, writes: { log } }: ToolParts): readonly Tool[] {
  return [
    readTool(log, {
      name: 'list_actors',
      title: 'List actors',
      description:
        'Lists the actors of a level, optionally of one class, with a part of their name, or near a place. get_actor describes one actor.',
      input: z.object({
        path: inputs.level,
        class: inputs.classFilter,
        query: inputs.query.optional(),
        near: inputs.near,
        fields: fieldsWithDistance,
        ...inputs.paging,
      }),
      output: outputs.list,
      run: async ({ path, class: kind, query, near, fields: wanted, limit, cursor }, { options, room }) => {
        if (near === undefined && wanted?.includes('distance')) throw distanceOfNothing();
        const pick = picker<ActorInfo>(wanted);
        const filter = {
          ...(path !== undefined && { level: packagePath(path) }),
          ...(kind !== undefined && { class: className(kind) }),
        };
        const searched = { ...filter, ...(query !== undefined && { query }) };
        const from =
          near === undefined
            ? await fittingPage(
                sources,
                'actor.list',
                { ...searched, ...(cursor !== undefined && { cursor }), limit },
                options,
                room,
                pick,
              )
            : await nearActors(sources, { near, filter: searched, limit, cursor, max: room, pick }, options);
        const isEmpty = from.value.returned === 0 && cursor === undefined && query === undefined;
        const note = isEmpty ? await otherClasses(sources, 'actor.list', filter, options) : undefined;
        return { facts: from.value, from, note };
      },
    }),
    readTool(log, {
      name: 'get_actor',
      title: 'Describe an actor',
      description:
        'Gives the class, transform, components and properties of an actor. get_property reads one of its properties or components in full.',
      input: z.object({ path: inputs.actorPath }),
      output: outputs.object,
      run: async ({ path: given }, { options, room }) => {
        const path = actorPath(given);
        const reading = sources.read('actor.get', { path }, options);
        const from = await orNearActors(reading, path, sources, options);
        const { detail, missing } = fittedActor(from.value, room);
        if (missing.length === 0) return { facts: detail, from };
        const rest = `get_property {"object":${JSON.stringify(path)}} returns all properties in pages.`;
        const note = `Left out because of its size: ${missing.join(', ')}. ${rest}`;
        const whole = link({ uri: uriOf('actor', path), name: path, mimeType: 'application/json' });
        return { facts: detail, from, note, links: [whole] };
      },
    }),
    readTool(log, {
      name: 'get_selection',
      title: 'Selected actors',
      description: 'Lists the actors that are selected in the editor.',
      input: z.object({ fields, ...inputs.paging }),
      output: outputs.list,
      run: async ({ fields: wanted, limit, cursor }, { options, room }) => {
        const offset = offsetOf(cursor);
        const from = await sources.read('selection.get', {}, options);
        const budget = { offset, limit, max: room, sizeOf: resultBytesOf };
        const { nextOffset, ...page } = fitPage(from.value.map(picker(wanted)), budget);
        const next = nextOffset !== undefined && { nextCursor: String(nextOffset) };
        return { facts: { ...page, returned: page.items.length, ...next }, from };
      },
    }),
  ];
}

function distanceOfNothing(): WorldError {
  return new WorldError(
    'InvalidArgument',
    'The field distance needs near.',
    'Give near, such as {"position":[0,0,0],"radius":500}, or leave distance out of fields.',
  );
}
