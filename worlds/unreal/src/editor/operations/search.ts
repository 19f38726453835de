import type { ParamsOf, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { Operation } from './editor.js';

/** An editor has no interface for its own search. The files of the project answer, where they are known. */
export const searchContents: Operation<ParamsOf<'asset.search'>, ResultOf<'asset.search'>> = async () => {
  throw new UnrealError(
    'unsupported',
    'A running editor cannot search in the contents of assets.',
    'Start the server with --project and the folder of the project, whose files are searched. find_assets searches by name, and get_references by reference.',
  );
};

/** The headers are files of the project. */
export const describeClass: Operation<ParamsOf<'class.describe'>, ResultOf<'class.describe'>> = async (
  _editor,
  { path },
) => {
  throw new UnrealError(
    'unsupported',
    `${path} is a class of C++, which a running editor does not describe.`,
    'Start the server with --project: the headers of the project describe its own classes.',
  );
};
