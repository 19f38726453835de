import { requirePath } from '../../port/object-path.js';
import type { ParamsOf, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { objectOf } from '../../port/unreal-paths.js';
import type { Operation } from './editor.js';
import { readPicture } from './picture-bytes.js';

type Show = Operation<ParamsOf<'asset.picture'>, ResultOf<'asset.picture'>>;

/** The thumbnail: the Remote Control API does not return pixels. */
export const showAsset: Show = async (editor, { path }, job) => {
  const bytes = await editor.calls.thumbnail(job, objectOf(requirePath(path)));
  const picture = readPicture(bytes);
  if (picture !== undefined) return picture;
  const what = bytes.length === 0 ? 'nothing' : `${bytes.length} bytes of an unknown picture format`;
  // `unsupported`, so that the files on disk are asked.
  throw new UnrealError(
    'unsupported',
    `The editor returned ${what} as the thumbnail of ${path}.`,
    'describe_asset describes the asset.',
  );
};
