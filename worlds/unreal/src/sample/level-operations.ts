import { UnrealError } from '../port/unreal-error.js';
import { describe, levelOf } from './actor-operations.js';
import { nameOf } from './model/sample-object-path.js';
import { requireOpen } from './object-operations.js';
import type { Handlers, SampleContext } from './sample-context.js';

const MAX_SELECTED = 1_000;

/** The open level and the selection in it. */
export function levelOperations(
  context: SampleContext,
): Handlers<'level.list' | 'level.open' | 'selection.get' | 'selection.set'> {
  const { project, log, now } = context;
  const selected = () => project.selection.map(({ path }) => path);
  return {
    'level.list': () =>
      project.levels.map(({ path }) => ({ path, name: nameOf(path), open: path === project.openLevel.path })),

    'level.open': ({ path }) => {
      const before = project.openLevel.path;
      const after = levelOf(project, path);
      const start = now();
      log.add('Cmd', 'Log', `MAP LOAD FILE="${after}.umap"`);
      project.open(after);
      const seconds = ((now() - start) / 1_000).toFixed(3);
      log.add('LogFileHelpers', 'Log', `Loading map '${nameOf(after)}' took ${seconds}`);
      for (const level of new Set([before, after])) context.changed(project.asset(level).object);
      return { before, after };
    },

    'selection.get': () => project.selection.map(describe),

    'selection.set': ({ paths }) => {
      if (paths.length > MAX_SELECTED) {
        const message = `${paths.length} actors cannot be selected. Send at most ${MAX_SELECTED}.`;
        throw new UnrealError('invalid', message);
      }
      const actors = paths.map(path => project.actor(path));
      for (const actor of actors) requireOpen(project, actor);
      const before = selected();
      project.selection = [...new Set(actors)];
      return { before, after: selected() };
    },
  };
}
