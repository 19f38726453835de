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
