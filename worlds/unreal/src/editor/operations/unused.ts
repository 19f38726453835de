import { type AssetNode, findUnused } from '../../graph/unused.js';
import { UsedRoots } from '../../graph/used-roots.js';
import { namesBelow, nothingAt } from '../../port/nothing-at.js';
import { readFolderPath } from '../../port/object-path.js';
import type { ParamsOf, ResultOf } from '../../port/operations.js';
import { enginePackageOf } from '../../port/package-of.js';
import { TimeSlice } from '../../work/time-slice.js';
import { field, listField, numberField, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import type { Editor, Operation } from './editor.js';

type Unused = Operation<ParamsOf<'asset.unused'>, ResultOf<'asset.unused'>>;

const CONTENT = '/Game';
/** Packages of one call of Python, so that the editor is not blocked for long. */
const MAX_AT_ONCE = 500;

/** From the asset registry. Needs Python: the registry is an object without a path. */
export const listUnused: Unused = async (editor, params, job) => {
  const path = enginePackageOf(readFolderPath(params.path ?? CONTENT));
  const isContent = `${path}/`.toLowerCase().startsWith(`${CONTENT}/`.toLowerCase());
  const nodes = await nodesBelow(editor, isContent ? CONTENT : path, job);
  const paths = nodes.map(node => node.path);
  const isThere = paths.some(each => `${each}/`.toLowerCase().startsWith(`${path}/`.toLowerCase()));
  if (!isThere && path.toLowerCase() !== CONTENT.toLowerCase()) throw nothingAt(path, namesBelow(paths));
  const answer = await editor.python.json(job, 'settings', {});
  const settings = listField(answer, 'settings').map(each => ({
    key: textField(each, 'key') ?? '',
    value: textField(each, 'value') ?? '',
  }));
  const slice = new TimeSlice(job.signal);
  return findUnused(nodes, await UsedRoots.of(settings, slice), { ...params, path }, slice);
};

async function nodesBelow(editor: Editor, path: string, job: Job): Promise<AssetNode[]> {
  const nodes: AssetNode[] = [];
  for (let after = ''; ; ) {
    const answer = await editor.python.json(job, 'referencers', { path, after, limit: MAX_AT_ONCE });
    for (const each of listField(answer, 'items')) {
      const referencers = listField(each, 'referencers').filter(other => typeof other === 'string');
      nodes.push({ path: textField(each, 'path') ?? '', class: textField(each, 'class') ?? '', referencers });
    }
    job.progress(nodes.length, numberField(answer, 'total'), 'reading the asset registry');
    const last = nodes.at(-1)?.path;
    if (field(answer, 'more') !== true || last === undefined || last <= after) return nodes;
    after = last;
  }
}
