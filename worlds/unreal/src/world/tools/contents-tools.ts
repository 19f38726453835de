import { link, type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { packagePath } from '../../port/given-path.js';
import { objectPage, textPage } from '../answers/contents-page.js';
import { fittedOutline } from '../answers/outline.js';
import { orNearAssets } from '../answers/suggestions.js';
import { uriOf } from '../resources/uris.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { readTool } from './read-tool.js';
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
        'Reads a Blueprint: format "outline" gives its parts and what each graph calls, "t3d" (the default) its text, "json" its objects. t3d and json work for every asset, and come in parts: while the answer has a nextOffset, pass it as offset.',
      input: z.object({
        path: inputs.assetPath,
        format: z.enum(['t3d', 'json', 'outline']).default('t3d'),
        offset: z.int().min(0).default(0).describe('Characters of t3d, or objects of json, to skip.'),
        limit: z
          .int()
          .min(1)
          .max(MAX_CHARACTERS)
          .default(DEFAULT_CHARACTERS)
          .describe('Maximum number of characters, or of objects.'),
      }),
      output: outputs.contents,
      run: async ({ path: given, format, offset, limit }, { options, room }) => {
        const path = packagePath(given);
        if (format === 'outline') {
          const reading = sources.read('asset.describe', { path }, options);
          const from = await orNearAssets(reading, path, sources, options);
          const { blueprint, class: kind, notes } = from.value;
          if (blueprint === undefined) throw noOutline(path, kind);
          const { outline, missing } = fittedOutline(blueprint, room);
          const facts = { path, format, ...outline, ...(notes && { notes }) };
          const cut = `Left out because of its size: ${missing.join(', ')}. Give a larger maxBytes.`;
          return { facts, from, note: missing.length === 0 ? undefined : cut };
        }
        const reading = sources.read('asset.contents', { path, format }, options);
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

function noOutline(path: string, kind: string): WorldError {
  return new WorldError(
    'InvalidArgument',
    `${path} is a ${kind}, or its Blueprint cannot be read: only a Blueprint has an outline.`,
    'describe_asset describes other assets; format "t3d" or "json" returns their contents.',
  );
}
