import { noLevel } from '../port/no-level.js';
import { packageOf } from '../port/package-of.js';
import { byLetters, inOrder, pageOf, readPaging } from '../port/paging.js';
import { UnrealError } from '../port/unreal-error.js';
import { describe, labelOf } from './actor-info.js';
import { destroyWrite, spawnWrite, transformWrite } from './actor-writes.js';
import type { Actor } from './model/model-object.js';
import type { Project } from './model/project-model.js';
import { barePath } from './model/sample-object-path.js';
import type { Handlers, SampleContext } from './sample-context.js';
import { startSteps } from './steps.js';

/** The actors of the levels. */
export function actorOperations(
  context: SampleContext,
): Handlers<'actor.list' | 'actor.get' | 'actor.spawn' | 'actor.destroy' | 'actor.transform'> {
  const { project } = context;
  const { classes } = project;
  return {
    'actor.list': ({ level, class: className, query = '', ...paging }, options) => {
      const word = query.toLowerCase();
      const candidates = project
        .actors(levelOf(project, level))
        .filter(actor => className === undefined || classes.isA(actor.class, className));
      const done = startSteps(options, candidates.length, 'Reading the actors');
      const found = candidates.filter(actor =>
        [actor.path, actor.class.name, labelOf(actor)].some(each => each.toLowerCase().includes(word)),
      );
      const pathOf = ({ path }: Actor) => path;
      const sorted = inOrder(found, pathOf, byLetters);
      const { items, ...rest } = pageOf(sorted, pathOf, readPaging(paging), byLetters);
      done(candidates.length);
      return { ...rest, items: items.map(describe) };
    },

    'actor.get': ({ path }) => {
      const actor = project.actor(path);
      const components = actor.components.map(each => ({
        path: each.path,
        name: each.name,
        class: each.class.name,
      }));
      return { ...describe(actor), level: actor.asset, components, properties: actor.all() };
    },

    'actor.spawn': params => spawnWrite(context, params).apply(),
    'actor.destroy': params => destroyWrite(context, params).apply(),
    'actor.transform': params => transformWrite(context, params).apply(),
  };
}

/** The package of a level, or of the open one if none is named. */
export function levelOf(project: Project, path: string | undefined): string {
  if (path === undefined) return project.openLevel.path;
  const wanted = packageOf(barePath(path)).toLowerCase();
  const found = project.levels.find(level => level.path.toLowerCase() === wanted);
  if (found !== undefined) return found.path;
  const other = project.findAsset(path);
  if (other !== undefined) throw noLevel(other.info.path, other.info.class);
  const levels = project.levels.map(level => level.path).join(', ');
  throw new UnrealError(
    'not-found',
    `There is no level ${path}. The levels are ${levels}.`,
    'list_assets with class "World" returns the levels.',
  );
}
