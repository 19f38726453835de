import { PICTURE_FORMATS } from '@worldwire/picture';
import { image, type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { type FittedPicture, fitPicture } from '../../pictures/fit-picture.js';
import { actorPath, packagePath } from '../../port/given-path.js';
import { pictureBytes } from '../answers/picture-bytes.js';
import { orNearAssets } from '../answers/suggestions.js';
import type { Sources } from '../sources/sources.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { type ReadCall, readTool } from './read-tool.js';
import type { ToolParts } from './tool-kit.js';

/** Actors that are compared with a name, and that an error names. */
const MAX_NAMED = 100;
const MAX_SHOWN = 3;

const side = z.int().min(16).max(4_096).optional();
const format = z.enum(PICTURE_FORMATS).optional();

/** Tools that return pictures: at most 100 KB, unless maxBytes allows more. */
export function pictureTools({ sources, writes: { log } }: ToolParts): readonly Tool[] {
  return [
    readTool(log, {
      name: 'take_screenshot',
      title: 'Take a screenshot',
      description: 'Takes a screenshot of the editor viewport, of 100 KB at most; maxBytes allows more.',
      input: z.object({
        width: side,
        height: side,
        focus: inputs.focus,
        format,
      }),
      output: outputs.picture,
      run: async ({ width, height, focus: given, format }, { options, context }) => {
        const focus = given === undefined ? undefined : await actorNamed(given, sources, options);
        const params = {
          ...(width !== undefined && { width }),
          ...(height !== undefined && { height }),
          ...(focus !== undefined && { focus }),
        };
        const from = await sources.read('screenshot.take', params, options);
        const wanted = { format, maxBytes: pictureBytes(context) };
        const picture = await fitPicture(from.value, wanted, options.signal);
        const shows = picture.shows ?? (await viewOf(sources, from.provenance, options));
        return { ...replyOf(picture, shows, focus), from };
      },
    }),
    readTool(log, {
      name: 'get_asset_picture',
      ui: { resourceUri: 'ui://worldwire/asset' },
      title: 'Picture of an asset',
      description:
        'Returns the pixels of a texture, or the thumbnail of another asset, of at most width by height pixels and 100 KB; maxBytes allows more.',
      input: z.object({
        path: inputs.assetPath,
        width: side,
        height: side,
        format,
      }),
      output: outputs.picture,
      run: async ({ path: given, width, height, format }, { options, context }) => {
        const path = packagePath(given);
        const reading = sources.read('asset.picture', { path }, options);
        const from = await orNearAssets(reading, path, sources, options);
        const wanted = { width, height, format, maxBytes: pictureBytes(context) };
        const picture = await fitPicture(from.value, wanted, options.signal);
        return { ...replyOf(picture, picture.shows ?? `The thumbnail of ${path}.`), from };
      },
    }),
  ];
}

function replyOf(picture: FittedPicture, shows: string, focus?: string) {
  const { data, mimeType, width, height, note, shrunk } = picture;
  const size = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  return {
    facts: { shows, mimeType, ...size, bytes: data.length, ...(focus !== undefined && { focus }) },
    images: [image(data, mimeType)],
    note: [note, shrunk].filter(Boolean).join(' ') || undefined,
  };
}

/** The path of an actor that is given by its path, or by its name or label in the open level. */
async function actorNamed(given: string, sources: Sources, options: ReadCall['options']): Promise<string> {
  if (given.includes('/')) return actorPath(given);
  const { items } = (await sources.page('actor.list', { query: given, limit: MAX_NAMED }, options)).value;
  const named = items.filter(({ name, label }) => name === given || label === given);
  const [only, another] = named;
  if (only !== undefined && another === undefined) return only.path;
  const paths = (only === undefined ? items : named).slice(0, MAX_SHOWN).map(({ path }) => path);
  throw new WorldError(
    only === undefined ? 'NotFound' : 'InvalidArgument',
    only === undefined
      ? `The open level has no actor with the name or label ${JSON.stringify(given)}.`
      : `${named.length} actors have the name or label ${JSON.stringify(given)}.`,
    paths.length === 0
      ? 'list_actors lists the paths of all actors.'
      : `Give the path of one as focus: ${paths.join(', ')}.`,
  );
}

/** What the viewport of an editor shows, as far as it is known. */
async function viewOf(sources: Sources, provenance: string, options: ReadCall['options']): Promise<string> {
  try {
    const levels = await sources.read('level.list', {}, options);
    const open = levels.provenance === provenance && levels.value.find(level => level.open)?.path;
    if (open) return `The viewport of the editor, with the level ${open}. list_actors lists what is in it.`;
  } catch (thrown) {
    if (!(thrown instanceof WorldError)) throw thrown;
  }
  return 'The viewport of the editor.';
}
