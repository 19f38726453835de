import { requirePath } from '../../port/object-path.js';
import type { ParamsOf, ResultOf } from '../../port/operations.js';
import { enginePackageOf } from '../../port/package-of.js';
import { UnrealError } from '../../port/unreal-error.js';
import { nameOf } from '../../port/unreal-paths.js';
import { field, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { allAssets } from './assets.js';
import type { Editor, Operation } from './editor.js';
import { readBack } from './write-steps.js';

type List = Operation<ParamsOf<'level.list'>, ResultOf<'level.list'>>;
type Open = Operation<ParamsOf<'level.open'>, ResultOf<'level.open'>>;

export const listLevels: List = async (editor, _, job) => {
  const open = await openLevelPath(editor, job);
  const found = await allAssets(editor, { path: '/Game', class: 'World' }, job);
  const paths = new Set(found.map(({ path }) => path));
  // The registry lacks a level that was never saved.
  if (open !== null) paths.add(open);
  return [...paths].sort().map(path => ({ path, name: nameOf(path), open: path === open }));
};

export const openLevel: Open = async (editor, { path }, job) => {
  const wanted = enginePackageOf(requirePath(path));
  const before = await openLevelPath(editor, job);
  // Loading a level clears the undo history, so it cannot be a transaction.
  const acting = { undoable: false, deadlineMs: editor.limits.slowMs };
  const answer = await editor.functions.act(job, 'LoadLevel', { AssetPath: wanted }, acting);
  editor.actorLists.clear();
  const after = await readBack(() => openLevelPath(editor, job));
  if (after === wanted || field(answer, 'ReturnValue') !== false) return { before, after };
  throw new UnrealError(
    'not-found',
    `The editor could not open the level ${wanted}; the open level is ${after ?? 'none'}.`,
    'list_assets with class "World" returns the levels.',
  );
};

/** The package of the open world. */
export async function openLevelPath(editor: Editor, job: Job): Promise<string | null> {
  const world = textField(await editor.functions.ask(job, 'GetEditorWorld'), 'ReturnValue') ?? '';
  return world === '' || world === 'None' ? null : enginePackageOf(world);
}
