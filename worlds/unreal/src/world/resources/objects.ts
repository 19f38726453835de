import {
  type Context,
  type ListedResource,
  type ResourceBody,
  type Template,
  template,
  WorldError,
} from '@worldwire/server';
import { fitPicture } from '../../pictures/fit-picture.js';
import { actorPath, packagePath } from '../../port/given-path.js';
import type { AssetInfo } from '../../port/operations.js';
import { fittedActor, fittedAsset } from '../answers/fitted-detail.js';
import { fittingPage } from '../answers/pages.js';
import { pictureBytes } from '../answers/picture-bytes.js';
import { resourceBody, wholeText } from '../answers/resource-body.js';
import { optionsOf } from '../sources/call-options.js';
import { actorPaths, assetPaths, BLUEPRINTS } from './completion.js';
import { JSON_TYPE, type ResourceParts } from './parts.js';
import { type ObjectKind, uriOf } from './uris.js';
import { asNotFound } from './watch-check.js';

const MAX_LISTED = 200;
const MAX_ACTORS = 200;
const TEXT_TYPE = 'text/plain';

/** Resources for each asset and actor, by path. */
export function objectTemplates(parts: ResourceParts): readonly Template[] {
  const { sources, check } = parts;
  const { log } = parts.writes;
  const isAsset = watchable(packagePath, (path, who) => check.require('asset.describe', { path }, who));
  const isActor = watchable(actorPath, (path, who) => check.require('actor.get', { path }, who));
  return [
    template({
      uriTemplate: 'unreal://asset/{+path}{?maxBytes}',
      name: 'asset',
      title: 'An asset',
      description: 'The description of an asset, such as unreal://asset/Game/Doors/BP_Door.',
      mimeType: JSON_TYPE,
      complete: { path: assetPaths(parts) },
      list: context => listed(parts, context),
      checkWatch: isAsset,
      read: at(packagePath, async (path, context) => {
        const from = await sources.read('asset.describe', { path }, optionsOf(context));
        return resourceBody(log, context, room => {
          const { detail, missing } = fittedAsset(from.value, 0, room);
          return { facts: detail, from, note: leftOut(missing, 'describe_asset returns tables in pages.') };
        });
      }),
    }),
    template({
      uriTemplate: 'unreal://blueprint/{+path}{?maxBytes}',
      name: 'blueprint',
      title: 'A Blueprint',
      description: 'The contents of a Blueprint or another asset as T3D text.',
      mimeType: TEXT_TYPE,
      complete: { path: assetPaths(parts, ...BLUEPRINTS) },
      checkWatch: isAsset,
      read: at(packagePath, async (path, context) => {
        const { value } = await sources.read('asset.contents', { path, format: 't3d' }, optionsOf(context));
        return wholeText(path, 'text' in value ? value.text : JSON.stringify(value.objects), context);
      }),
    }),
    template({
      uriTemplate: 'unreal://texture/{+path}{?width,height,maxBytes}',
      name: 'texture',
      title: 'A texture',
      description:
        'The image of a texture, or the thumbnail of another asset; width and height are maximums.',
      complete: { path: assetPaths(parts, 'Texture2D') },
      checkWatch: isAsset,
      read: at(packagePath, async (path, context, { width, height }) => {
        const options = optionsOf(context);
        const wanted = {
          width: sideOf('width', width),
          height: sideOf('height', height),
          maxBytes: pictureBytes(context),
        };
        try {
          const { value } = await sources.read('asset.picture', { path }, options);
          const { data, mimeType } = await fitPicture(value, wanted, options.signal);
          return { body: data, mimeType };
        } catch (thrown) {
          if (!isWithout(thrown)) throw thrown;
          // Throws where the asset itself is missing.
          await sources.read('asset.describe', { path }, options);
          throw noPicture(thrown);
        }
      }),
    }),
    template({
      uriTemplate: 'unreal://level/{+path}{?maxBytes}',
      name: 'level',
      title: 'A level',
      description: `A level and its first ${MAX_ACTORS} actors; list_actors continues with nextCursor.`,
      mimeType: JSON_TYPE,
      complete: { path: assetPaths(parts, 'World') },
      checkWatch: isAsset,
      read: at(packagePath, async (path, context) => {
        const params = { level: path, limit: MAX_ACTORS };
        const options = optionsOf(context);
        return resourceBody(log, context, async room => {
          const from = await fittingPage(sources, 'actor.list', params, options, room);
          const { items, ...more } = from.value;
          return { facts: { path, actors: items, ...more }, from };
        });
      }),
    }),
    template({
      uriTemplate: 'unreal://actor/{+path}{?maxBytes}',
      name: 'actor',
      title: 'An actor',
      description: 'An actor with its components and properties, by a path from list_actors.',
      mimeType: JSON_TYPE,
      complete: { path: actorPaths(parts) },
      checkWatch: isActor,
      read: at(actorPath, async (path, context) => {
        const from = await sources.read('actor.get', { path }, optionsOf(context));
        return resourceBody(log, context, room => {
          const { detail, missing } = fittedActor(from.value, room);
          return { facts: detail, from, note: leftOut(missing, 'get_property returns properties in pages.') };
        });
      }),
    }),
  ];
}

type Variables = Readonly<Record<string, string>>;
type Read = (path: string, context: Context, variables: Variables) => Promise<ResourceBody>;

function at(normalised: (given: string) => string, read: Read): Template['read'] {
  return async ({ path = '', ...variables }, context) => read(normalised(path), context, variables);
}

/** An invalid path is reported as not found. */
function watchable(
  normalised: (given: string) => string,
  require: (path: string, principal: string) => Promise<void>,
): NonNullable<Template['checkWatch']> {
  return async ({ path = '' }, _uri, principal) => {
    let asked: string;
    try {
      asked = normalised(path);
    } catch (thrown) {
      throw asNotFound(thrown);
    }
    await require(asked, principal);
  };
}

/** The asset is missing, or no source has a picture of it. */
function isWithout(thrown: unknown): thrown is WorldError {
  return thrown instanceof WorldError && (thrown.kind === 'NotFound' || thrown.kind === 'Unsupported');
}

/** A resource without a picture does not exist. */
function noPicture({ kind, message, hint }: WorldError): WorldError {
  const enabling = kind === 'Unsupported' && hint !== undefined ? `${hint} ` : '';
  return new WorldError('NotFound', message, `${enabling}describe_asset describes the asset.`);
}

/** The first assets, each as the most specific resource. unreal://assets lists all. */
async function listed({ sources, log }: ResourceParts, context: Context): Promise<readonly ListedResource[]> {
  try {
    const { value } = await sources.page('asset.list', { limit: MAX_LISTED }, optionsOf(context));
    return value.items.slice(0, MAX_LISTED).map(listing);
  } catch (thrown) {
    if (!(thrown instanceof WorldError)) throw thrown;
    log.warn({ err: thrown }, 'assets could not be listed as resources');
    return [];
  }
}

function listing({ path, name, class: kind }: AssetInfo): ListedResource {
  const [shown, mimeType] = kindOf(kind);
  const uri = uriOf(shown, path);
  return { uri, name, description: `${kind} ${path}`, ...(mimeType !== undefined && { mimeType }) };
}

function kindOf(assetClass: string): readonly [ObjectKind, string | undefined] {
  if (assetClass.endsWith('Blueprint')) return ['blueprint', TEXT_TYPE];
  if (assetClass.startsWith('Texture')) return ['texture', undefined];
  return [assetClass === 'World' ? 'level' : 'asset', JSON_TYPE];
}

function leftOut(missing: readonly string[], next: string): string | undefined {
  return missing.length === 0 ? undefined : `Left out because of its size: ${missing.join(', ')}. ${next}`;
}

/** Undefined where none is given. */
function sideOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const pixels = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (pixels > 0) return pixels;
  throw new WorldError(
    'InvalidArgument',
    `${name} must be a number of pixels, such as 256; it is "${text.slice(0, 20)}".`,
    'Leave it out for the size of the picture itself.',
  );
}
