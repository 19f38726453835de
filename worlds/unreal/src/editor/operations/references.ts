import { requirePath } from '../../port/object-path.js';
import type { ParamsOf, ResultOf } from '../../port/operations.js';
import { enginePackageOf } from '../../port/package-of.js';
import { referenceList } from '../../port/reference-list.js';
import { UnrealError } from '../../port/unreal-error.js';
import { field, listField } from '../remote/fields.js';
import type { Operation } from './editor.js';

type References = Operation<ParamsOf<'asset.references'>, ResultOf<'asset.references'>>;

/** Needs Python: the asset registry is an object without a path. */
export const listReferences: References = async (editor, params, job) => {
  const path = enginePackageOf(requirePath(params.path));
  const answer = await editor.python.json(job, 'references', { path });
  if (field(answer, 'missing') === true) throw noAsset(path);
  const [hard, soft, hardBack, softBack] = ['hard', 'soft', 'hardBack', 'softBack'].map(
    // Without native classes and the package itself, as from files.
    name => packagesIn(listField(answer, name)).filter(each => !each.startsWith('/Script/') && each !== path),
  ) as [string[], string[], string[], string[]];
  return { references: referenceList(hard, soft), referencers: referenceList(hardBack, softBack) };
};

function packagesIn(list: readonly unknown[]): string[] {
  return list.filter(each => typeof each === 'string');
}

export function noAsset(path: string): UnrealError {
  return new UnrealError('not-found', `There is no asset ${path}.`, 'list_assets returns existing assets.');
}
