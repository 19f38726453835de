import { UnrealError } from '../port/unreal-error.js';
import { describe, type LevelFinding, levelOf } from './actor-operations.js';
import type { Handlers } from './handlers.js';
import type { LogBook } from './log-book.js';
import { nameOf } from './model/blueprint-plan.js';
import type { Objects } from './objects.js';
import type { Selection } from './selection.js';
import type { Teller } from './teller.js';

const MAX_SELECTED = 1_000;

export interface LevelParts extends LevelFinding {
  readonly objects: Objects;
  readonly selection: Selection;
  readonly log: LogBook;
  readonly teller: Teller;
  readonly now: () => number;
}

/** Which level is open, and what is selected in it. */
export function levelOperations(
  parts: LevelParts,
): Handlers<'level.list' | 'level.open' | 'selection.get' | 'selection.set'> {
  const { objects, stage, selection, log, teller, now } = parts;
  return {
    'level.list': async () =>
      stage.levels.map(({ path }) => ({ path, name: nameOf(path), open: path === stage.openLevel.path })),

    'level.open': async ({ path }) => {
      const before = stage.openLevel.path;
      const wanted = levelOf(parts, path);
      const begun = now();
      log.add('Cmd', 'Log', `MAP LOAD FILE="${wanted}.umap"`);
      await stage.show(wanted);
      if (wanted !== before) selection.set([]);
      const seconds = ((now() - begun) / 1_000).toFixed(3);
      log.add('LogFileHelpers', 'Log', `Loading map '${nameOf(wanted)}' took ${seconds}`);
      for (const asset of new Set([before, wanted])) teller.changed({ asset });
      return { before, after: stage.openLevel.path };
    },

    'selection.get': async () => Promise.all(selection.actors.map(actor => describe(objects, actor))),

    'selection.set': async ({ paths }) => {
      if (paths.length > MAX_SELECTED) {
        throw new UnrealError(
          'invalid',
          `${paths.length} actors cannot be selected. Send ${MAX_SELECTED} at most.`,
        );
      }
      const actors = paths.map(path => objects.actor(path));
      const elsewhere = actors.find(({ level }) => level !== stage.openLevel.path);
      if (elsewhere !== undefined) {
        throw new UnrealError(
          'invalid',
          `${elsewhere.path} is in a level that is not open. Open ${elsewhere.level} first.`,
        );
      }
      const before = selection.actors.map(({ path }) => path);
      selection.set(actors);
      return { before, after: selection.actors.map(({ path }) => path) };
    },
  };
}
