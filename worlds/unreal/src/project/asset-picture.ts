import type { ByteSource, Package } from '@worldwire/uasset';
import type { Picture } from '../source/operations.js';
import { UnrealError } from '../source/unreal-error.js';
import { mainObject } from './main-object.js';
import { shortName } from './package-entry.js';
import type { FoundPackage } from './package-finder.js';

/** The pixels of a texture, or else the picture that the editor saved with the asset. */
export async function assetPicture(
  opened: Package,
  _bytes: ByteSource,
  { path }: FoundPackage,
): Promise<Picture> {
  const main = await mainObject(opened, shortName(path));
  const thumbnail = (await opened.thumbnails()).find(({ width, height }) => width > 0 && height > 0);
  if (thumbnail !== undefined) {
    const { data, mimeType, width, height } = thumbnail;
    return { data, mimeType, width, height };
  }
  const className = main === undefined ? 'nothing' : opened.exports[main]?.className;
  throw new UnrealError(
    'not-found',
    `${path} has no picture: it is a ${className} saved without a thumbnail.`,
  );
}
