import type { ParamsOf, ResultOf } from '../../source/operations.js';
import { enginePackageOf } from '../../source/package-of.js';
import { referenceList } from '../../source/references.js';
import { UnrealError } from '../../source/unreal-error.js';
import type { Operation } from '../editor.js';
import { field, listField } from '../remote/fields.js';
import { requirePath } from '../unreal-paths.js';

type References = Operation<ParamsOf<'asset.references'>, ResultOf<'asset.references'>>;

/** Only Python reaches the registry's queries: they are on an object that no path leads to. */
export const listReferences: References = async (editor, params, job) => {
  const path = enginePackageOf(requirePath(params.path));
  const told = await editor.python.json(job, 'references', { path });
  if (field(told, 'missing') === true) throw noAsset(path);
  const [hard, soft, hardBack, softBack] = ['hard', 'soft', 'hardBack', 'softBack'].map(
    // As from files: without native classes and the package itself.
    name => packagesIn(listField(told, name)).filter(each => !each.startsWith('/Script/') && each !== path),
  ) as [string[], string[], string[], string[]];
  return { references: referenceList(hard, soft), referencers: referenceList(hardBack, softBack) };
};

function packagesIn(list: readonly unknown[]): string[] {
  return list.filter(each => typeof each === 'string');
}

export function noAsset(path: string): UnrealError {
  return new UnrealError('not-found', `There is no asset ${path}.`, 'List the assets to see what there is.');
}
