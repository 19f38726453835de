import { nearestActors } from '../port/nearest.js';
import type { ParamsOf, ResultOf } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import { labelOf } from './actor-info.js';
import { levelOf } from './actor-operations.js';
import type { Actor } from './model/model-object.js';
import type { Project } from './model/project-model.js';
import { nameOf } from './model/sample-object-path.js';
import { requireOpen } from './object-writes.js';
import type { SampleContext } from './sample-context.js';
import type { SampleWrite } from './sample-write.js';

const MAX_SELECTED = 1_000;
const MAX_NAMED = 10;

/** The sample keeps the changes of a level that is closed. */
export function openWrite(
  { project, log, now, changed }: SampleContext,
  { path }: ParamsOf<'level.open'>,
): SampleWrite<ResultOf<'level.open'>> {
  const before = project.openLevel.path;
  const after = levelOf(project, path);
  return {
    plan: { before, after, unsaved: [] },
    apply: () => {
      const start = now();
      log.add('Cmd', 'Log', `MAP LOAD FILE="${after}.umap"`);
      project.open(after);
      const seconds = ((now() - start) / 1_000).toFixed(3);
      log.add('LogFileHelpers', 'Log', `Loading map '${nameOf(after)}' took ${seconds}`);
      for (const level of new Set([before, after])) changed(project.asset(level).object);
      return { before, after };
    },
  };
}

export function selectionWrite(
  { project }: SampleContext,
  { paths }: ParamsOf<'selection.set'>,
): SampleWrite<ResultOf<'selection.set'>> {
  if (paths.length > MAX_SELECTED) {
    const message = `${paths.length} actors cannot be selected. Send at most ${MAX_SELECTED}.`;
    throw new UnrealError('invalid', message, 'Give fewer paths.');
  }
  const actors = new Set(selectable(project, paths));
  const before = project.selection.map(each => each.path);
  const after = [...actors].map(each => each.path);
  return {
    plan: { before, after },
    apply: () => {
      project.selection = [...actors];
      return { before, after };
    },
  };
}

function selectable(project: Project, paths: readonly string[]): Actor[] {
  const missing = paths.filter(path => project.findActor(path) === undefined);
  if (missing.length === 1) project.actor(missing[0] as string);
  if (missing.length > 0) {
    const named = project
      .actors(project.openLevel.path)
      .map(actor => ({ path: actor.path, label: labelOf(actor) }));
    const shown = missing.slice(0, MAX_NAMED).join(', ');
    const more = missing.length > MAX_NAMED ? ' and others' : '';
    throw new UnrealError(
      'not-found',
      `${missing.length} of ${paths.length} paths are not actors: ${shown}${more}.`,
      `Nothing was selected. ${nearestActors(missing[0] as string, named)}`,
    );
  }
  const actors = paths.map(path => project.actor(path));
  for (const actor of actors) requireOpen(project, actor);
  return actors;
}
