import type { ParamsOf, ResultOf } from '../../port/operations.js';
import { enginePackageOf } from '../../port/package-of.js';
import { referenceList } from '../../port/reference-list.js';
import { UnrealError } from '../../port/unreal-error.js';
import { requirePath } from '../../port/unreal-paths.js';
import { field, listField } from '../remote/fields.js';
import type { Operation } from './editor.js';

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
