import { type Package, PackageError, readTexture, type Texture, thumbnailPicture } from '@worldwire/uasset';
import type { Picture } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { nameOf } from '../index/package-entry.js';
import { mainObject } from './main-object.js';
import { opaquePicture } from './opaque-picture.js';

type Unread = Pick<Texture, 'notes'> & { readonly picture: undefined };

/** The pixels of a texture, or else the saved thumbnail of the asset. */
export async function assetPicture(opened: Package, path: string, signal: AbortSignal): Promise<Picture> {
  const main = await mainObject(opened, nameOf(path));
  const className = main === undefined ? 'package without an object' : opened.exports[main]?.className;
  const isTexture = main !== undefined && /^Texture/.test(className ?? '');
  const texture = isTexture ? await textureOf(opened, main, signal) : undefined;
  if (texture?.picture !== undefined) {
    const { note, ...picture } = texture.picture;
    const { note: opacity, ...opaque } = (await opaquePicture(picture.data, signal)) ?? {};
    const notes = [note, opacity].filter(each => each !== undefined);
    const shows = [`The pixels of the texture ${path}.`, ...notes].join(' ');
    return { width: texture.width, height: texture.height, ...picture, ...opaque, shows };
  }
  const why = texture === undefined ? [] : [`${kindOf(className, texture)} ${texture.notes.join(' ')}`];
  const thumbnail = (await opened.thumbnails()).find(({ width, height }) => width > 0 && height > 0);
  if (thumbnail !== undefined) {
    const { note, ...picture } = await thumbnailPicture(thumbnail, signal);
    const notes = note === undefined ? why : [note, ...why];
    return { ...picture, shows: [`The thumbnail that was saved with ${path}.`, ...notes].join(' ') };
  }
  throw new UnrealError(
    'not-found',
    `${path} has no picture. ${[`It is a ${className} saved without a thumbnail.`, ...why].join(' ')}`,
    texture === undefined
      ? 'describe_asset describes it; an editor that saves it adds a thumbnail.'
      : 'describe_asset describes it; a running editor (--editor) shows it, and adds a thumbnail when it saves it.',
  );
}

/** "Its source of 512 by 512 pixels (TSF_BGRA8) cannot be shown." */
function kindOf(className: string | undefined, texture: Texture | Unread): string {
  if (!('format' in texture)) return `This ${className} cannot be shown itself.`;
  return `Its source of ${texture.width} by ${texture.height} pixels (${texture.format}) cannot be shown.`;
}

/** What is no texture after all, or cannot be read as one, may still have a thumbnail. */
async function textureOf(opened: Package, main: number, signal: AbortSignal): Promise<Texture | Unread> {
  try {
    return await readTexture(opened, main, signal);
  } catch (thrown) {
    if (!(thrown instanceof PackageError)) throw thrown;
    return { picture: undefined, notes: [thrown.message] };
  }
}
