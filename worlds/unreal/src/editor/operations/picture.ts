import type { ParamsOf, ResultOf } from '../../source/operations.js';
import { UnrealError } from '../../source/unreal-error.js';
import type { Operation } from '../editor.js';
import { readPicture } from '../picture-bytes.js';
import { objectOf, requirePath } from '../unreal-paths.js';

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
