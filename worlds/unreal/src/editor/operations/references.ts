import { type Neighbours, reach } from '../../graph/reach.js';
import { requirePath } from '../../port/object-path.js';
import type { Direction, ParamsOf, ResultOf } from '../../port/operations.js';
import { enginePackageOf } from '../../port/package-of.js';
import { referenceList } from '../../port/reference-list.js';
import { levelOfFile } from '../../port/special-packages.js';
import { UnrealError } from '../../port/unreal-error.js';
import { field, listField, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import type { Editor, Operation } from './editor.js';
import { asActors, withoutOwnFiles } from './external-actors.js';

type ReachOperation = Operation<ParamsOf<'asset.reach'>, ResultOf<'asset.reach'>>;
type References = Operation<ParamsOf<'asset.references'>, ResultOf<'asset.references'>>;

/** Needs Python: the asset registry is an object without a path. */
export const listReferences: References = async (editor, params, job) => {
  const path = enginePackageOf(requirePath(params.path));
  const answer = await editor.python.json(job, 'references', { path });
  if (field(answer, 'missing') === true) throw noAsset(path);
  const [hard, soft, hardBack, softBack] = ['hard', 'soft', 'hardBack', 'softBack'].map(name =>
    contentIn(listField(answer, name), path),
  ) as [string[], string[], string[], string[]];
  const references = await asActors(editor, referenceList(hard, soft), job);
  const referencers = await asActors(editor, referenceList(hardBack, softBack), job);
  return { references, referencers };
};

/** Packages of one call of Python, so that the editor is not blocked for long. */
const MAX_AT_ONCE = 200;

export const listReach: ReachOperation = async (editor, { path: given, direction, depth }, job) => {
  const start = enginePackageOf(requirePath(given));
  const neighboursOf = (paths: readonly string[]) => neighbours(editor, paths, direction, job);
  const first = (await neighboursOf([start])).get(start);
  if (first?.class === undefined) throw noAsset(start);
  const { items, ...found } = await reach(start, depth, neighboursOf);
  return { ...found, items: await asActors(editor, items, job) };
};

async function neighbours(
  editor: Editor,
  paths: readonly string[],
  direction: Direction,
  job: Job,
): Promise<ReadonlyMap<string, Neighbours>> {
  const found = new Map<string, Neighbours>();
  for (let at = 0; at < paths.length; at += MAX_AT_ONCE) {
    const some = paths.slice(at, at + MAX_AT_ONCE);
    const back = direction === 'referencers';
    const answer = await editor.python.json(job, 'neighbours', { paths: some, back });
    for (const each of listField(answer, 'items')) {
      const path = textField(each, 'path') ?? '';
      const kind = textField(each, 'class');
      const level = back ? levelOfFile(path) : undefined;
      const hard = [...contentIn(listField(each, 'hard'), path), ...(level === undefined ? [] : [level])];
      const soft = contentIn(listField(each, 'soft'), path);
      found.set(path, { hard, soft, ...(kind !== undefined && { class: kind }) });
    }
  }
  return found;
}

/** Without native classes, the package itself and the files of its actors, as from files. */
function contentIn(list: readonly unknown[], itself: string): string[] {
  const content = packagesIn(list).filter(each => !each.startsWith('/Script/') && each !== itself);
  return withoutOwnFiles(content, itself);
}

function packagesIn(list: readonly unknown[]): string[] {
  return list.filter(each => typeof each === 'string');
}

export function noAsset(path: string): UnrealError {
  return new UnrealError(
    'not-found',
    `There is no asset ${path}.`,
    'find_assets searches by a part of the name; list_assets lists a folder.',
  );
}
