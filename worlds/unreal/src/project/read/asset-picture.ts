import { type Package, PackageError, readTexture, type Texture } from '@worldwire/uasset';
import type { Picture } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { nameOf } from '../index/package-entry.js';
import { mainObject } from './main-object.js';

type Unread = Pick<Texture, 'notes'> & { readonly picture: undefined };

/** The pixels of a texture, or else the saved thumbnail of the asset. */
export async function assetPicture(opened: Package, path: string, signal: AbortSignal): Promise<Picture> {
  const main = await mainObject(opened, nameOf(path));
  const className = main === undefined ? 'package without an object' : opened.exports[main]?.className;
  const isTexture = main !== undefined && /^Texture/.test(className ?? '');
  const texture = isTexture ? await textureOf(opened, main, signal) : undefined;
  if (texture?.picture !== undefined) {
    const { width, height, picture } = texture;
    return { ...picture, width, height, shows: `The pixels of the texture ${path}.` };
  }
  const thumbnail = (await opened.thumbnails()).find(({ width, height }) => width > 0 && height > 0);
  if (thumbnail !== undefined) {
    const { data, mimeType, width, height } = thumbnail;
    return { data, mimeType, width, height, shows: `The thumbnail that was saved with ${path}.` };
  }
  const why = [`It is a ${className} saved without a thumbnail.`, ...(texture?.notes ?? [])].join(' ');
  throw new UnrealError(
    'not-found',
    `${path} has no picture. ${why}`,
    'describe_asset describes it; an editor that saves it adds a thumbnail.',
  );
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
