import { requirePath } from '../../port/object-path.js';
import type { ParamsOf, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { TimeSlice } from '../../work/time-slice.js';
import type { Job } from '../remote/job.js';
import { actorInfos, allActors, pathsIn } from './actor-info.js';
import type { Editor, Operation } from './editor.js';
import { noActors } from './missing-names.js';
import { readBack } from './write-steps.js';

const MAX_SELECTED = 1_000;

type GetSelection = Operation<ParamsOf<'selection.get'>, ResultOf<'selection.get'>>;
type SetSelection = Operation<ParamsOf<'selection.set'>, ResultOf<'selection.set'>>;

export const getSelection: GetSelection = async (editor, _, job) => {
  const paths = await selected(editor, job);
  if (paths.length > MAX_SELECTED) {
    throw new UnrealError(
      'failed',
      `${paths.length} actors are selected; the limit is ${MAX_SELECTED}.`,
      'Select fewer actors, in the editor or with select_actors.',
    );
  }
  return actorInfos(editor, paths, job);
};

export const setSelection: SetSelection = async (editor, { paths }, job) => {
  const { before, after: wanted } = await plannedSelection(editor, paths, job);
  // An empty list could mean no change.
  if (paths.length === 0) await editor.functions.act(job, 'SelectNothing', {});
  else await editor.functions.act(job, 'SetSelectedLevelActors', { ActorsToSelect: wanted });
  return { before, after: await readBack(() => selected(editor, job)) };
};

/** The selection that a write would find and leave. */
export async function plannedSelection(
  editor: Editor,
  paths: readonly string[],
  job: Job,
): Promise<{ readonly before: string[]; readonly after: string[] }> {
  const there = paths.length === 0 ? [] : await allActors(editor, job);
  const after = await spelledAll(paths, there, new TimeSlice(job.signal));
  return { before: await selected(editor, job), after };
}

/** The paths as the editor spells them, in one pass over all actors. */
async function spelledAll(
  paths: readonly string[],
  there: readonly string[],
  slice: TimeSlice,
): Promise<string[]> {
  const asked = new Set(paths.map(requirePath));
  const folded = new Set([...asked].map(path => path.toLowerCase()));
  const spelled = new Map<string, string>();
  for (const path of there) {
    if (slice.isOver) await slice.yieldToEventLoop();
    const key = path.toLowerCase();
    if (folded.has(key) && (asked.has(path) || !spelled.has(key))) spelled.set(key, path);
    if (asked.has(path)) spelled.set(path, path);
  }
  const found = paths.map(path => spelled.get(path) ?? spelled.get(path.toLowerCase()));
  const missing = paths.filter((_, index) => found[index] === undefined);
  if (missing.length > 0) throw noActors(missing, there);
  return [...new Set(found as string[])];
}

async function selected(editor: Editor, job: Job): Promise<string[]> {
  return pathsIn(await editor.functions.ask(job, 'GetSelectedLevelActors'));
}
