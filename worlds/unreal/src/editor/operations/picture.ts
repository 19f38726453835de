import type { ParamsOf, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { objectOf, requirePath } from '../../port/unreal-paths.js';
import type { Operation } from './editor.js';
import { readPicture } from './picture-bytes.js';

type Show = Operation<ParamsOf<'asset.picture'>, ResultOf<'asset.picture'>>;

/** The thumbnail: an editor gives no pixels. */
export const showAsset: Show = async (editor, { path }, job) => {
  const bytes = await editor.calls.thumbnail(job, objectOf(requirePath(path)));
  const picture = readPicture(bytes);
  if (picture !== undefined) return picture;
  const what = bytes.length === 0 ? 'nothing' : `${bytes.length} bytes that are no picture we know`;
  // Its file may have a picture all the same.
  throw new UnrealError('unsupported', `The editor gave ${what} as the thumbnail of ${path}.`);
};
