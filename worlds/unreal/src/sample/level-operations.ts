import { describe } from './actor-info.js';
import { openWrite, selectionWrite } from './level-writes.js';
import { nameOf } from './model/sample-object-path.js';
import type { Handlers, SampleContext } from './sample-context.js';

/** The open level and the selection in it. */
export function levelOperations(
  context: SampleContext,
): Handlers<'level.list' | 'level.open' | 'selection.get' | 'selection.set'> {
  const { project } = context;
  return {
    'level.list': () =>
      project.levels.map(({ path }) => ({ path, name: nameOf(path), open: path === project.openLevel.path })),

    'level.open': params => openWrite(context, params).apply(),
    'selection.get': () => project.selection.map(describe),
    'selection.set': params => selectionWrite(context, params).apply(),
  };
}
