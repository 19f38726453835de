import { link, type Tool, WorldError } from '@worldwire/server';
import { resultBytesOf } from '@worldwire/server/kit';
import { z } from 'zod';
import { packagePath } from '../../port/given-path.js';
import type { AssetDetail } from '../../port/operations.js';
import { blueprintPart } from '../answers/blueprint-part.js';
import { objectPage, textPage } from '../answers/contents-page.js';
import { fittedOutline } from '../answers/outline.js';
import { orNearAssets } from '../answers/suggestions.js';
import { uriOf } from '../resources/uris.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { type ReadReply, readTool } from './read-tool.js';
import type { ToolParts } from './tool-kit.js';

const MAX_CHARACTERS = 200_000;
const DEFAULT_CHARACTERS = 20_000;

/** The tool that reads the contents of an asset. */
export function contentsTools({ sources, writes: { log } }: ToolParts): readonly Tool[] {
  return [
    readTool(log, {
      name: 'get_blueprint_contents',
      ui: { resourceUri: 'ui://worldwire/asset' },
      title: 'Read a Blueprint',
      description:
        'Reads a Blueprint: format "outline" gives its parts and, for each graph, what is executed in order as indented text; "t3d" (the default) is its text with pins and wires, "json" its objects. Name a graph, a function or event, or an object to read only that. t3d and json work for every asset. While the answer has a nextOffset, pass it as offset.',
      input: z.object({
        path: inputs.assetPath,
        format: z.enum(['t3d', 'json', 'outline']).default('t3d'),
        graph: inputs.part.describe('Only this graph, such as "EventGraph".'),
        function: inputs.part.describe('Only this function or, in an outline, event.'),
        object: inputs.part.describe('t3d and json: only this object, such as "K2Node_Event_0".'),
        offset: z
          .int()
          .min(0)
          .default(0)
          .describe('Characters of t3d, objects of json or lines of an outline to skip.'),
        limit: z
          .int()
          .min(1)
          .max(MAX_CHARACTERS)
          .default(DEFAULT_CHARACTERS)
          .describe('Maximum number of characters, or of objects.'),
      }),
      output: outputs.contents,
      run: async ({ path: given, format, offset, limit, ...part }, { options, room }) => {
        const path = packagePath(given);
        if (format === 'outline') {
          if (part.object !== undefined) throw noObjectOutline(part.object);
          const reading = sources.read('asset.describe', { path }, options);
          const from = await orNearAssets(reading, path, sources, options);
          return { ...outlineReply(from.value, path, part, offset, room), from };
        }
        const object = part.object ?? part.graph ?? part.function;
        const params = { path, format, ...(object !== undefined && { object }) };
        const reading = sources.read('asset.contents', params, options);
        const from = await orNearAssets(reading, path, sources, options);
        const { value } = from;
        const noted = value.notes && { notes: value.notes };
        const { note, ...page } =
          'text' in value
            ? textPage(value.text, offset, limit, room)
            : objectPage(value.objects, offset, limit, room);
        const facts = { path, format, offset, ...page, ...noted };
        if (page.nextOffset === undefined) return { facts, from, note };
        const whole = link({ uri: uriOf('blueprint', path), name: path, mimeType: 'text/plain' });
        return { facts, from, note, links: [whole] };
      },
    }),
  ];
}

/** The outline of a Blueprint, or of one graph, function or event of it. */
function outlineReply(
  { blueprint, class: kind, notes }: AssetDetail,
  path: string,
  wanted: { readonly graph?: string | undefined; readonly function?: string | undefined },
  offset: number,
  room: number,
): Omit<ReadReply, 'from'> {
  if (blueprint === undefined) throw noOutline(path, kind);
  const noted = notes && { notes };
  if (wanted.graph === undefined && wanted.function === undefined) {
    const { outline, missing } = fittedOutline(blueprint, room - resultBytesOf(notes ?? []), { flows: true });
    const cut = `Left out because of its size: ${missing.join(', ')}. Name a graph, or give a larger maxBytes.`;
    return {
      facts: { path, format: 'outline', ...outline, ...noted },
      note: missing.length === 0 ? undefined : cut,
    };
  }
  const part = blueprintPart(blueprint, path, wanted, offset, room - resultBytesOf(notes ?? []) - 500);
  const { nextOffset, lines } = part;
  const note =
    nextOffset === undefined
      ? undefined
      : `Lines ${offset} to ${nextOffset} of ${lines}. Continue with offset ${nextOffset}.`;
  return { facts: { path, format: 'outline', offset, ...part, ...noted }, note };
}

function noObjectOutline(object: string): WorldError {
  return new WorldError(
    'InvalidArgument',
    `An outline is of a graph, a function or an event, not of the object ${JSON.stringify(object)}.`,
    'Give graph or function instead of object, or format "t3d" or "json".',
  );
}

function noOutline(path: string, kind: string): WorldError {
  return new WorldError(
    'InvalidArgument',
    `${path} is a ${kind}, or its Blueprint cannot be read: only a Blueprint has an outline.`,
    'describe_asset describes other assets; format "t3d" or "json" returns their contents.',
  );
}
