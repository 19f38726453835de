import type { JsonObject } from '@worldwire/protocol';
import { noLevel } from '../port/no-level.js';
import type { ActorInfo, Transform } from '../port/operations.js';
import { packageOf } from '../port/package-of.js';
import { byLetters, inOrder, pageOf, readPaging } from '../port/paging.js';
import { UnrealError } from '../port/unreal-error.js';
import { LABEL, LOCATION, ROTATION, SCALE } from './model/engine-classes.js';
import type { Actor } from './model/model-object.js';
import type { Property } from './model/object-class.js';
import type { Project } from './model/project-model.js';
import { barePath } from './model/sample-object-path.js';
import { rotatorOf, vectorOf } from './model/shapes.js';
import { destroy, requireOpen } from './object-operations.js';
import type { Handlers, SampleContext } from './sample-context.js';
import { startSteps } from './steps.js';

const MAX_NAME = 100;
const PARTS = { location: LOCATION, rotation: ROTATION, scale: SCALE } as const;

/** The actors of the levels. */
export function actorOperations(
  context: SampleContext,
): Handlers<'actor.list' | 'actor.get' | 'actor.spawn' | 'actor.destroy' | 'actor.transform'> {
  const { project, log, changed } = context;
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

    'actor.spawn': ({ class: className, name, ...place }) => {
      const actorClass = classes.find(className);
      const spawnable = `These classes can be spawned: ${classes.spawnable.join(', ')}.`;
      if (actorClass === undefined) {
        throw new UnrealError('not-found', `There is no actor class ${className}. ${spawnable}`);
      }
      const { name: ofClass, path: classPath, refusal } = actorClass;
      if (refusal !== undefined) {
        throw new UnrealError('invalid', `${ofClass} cannot be spawned: ${refusal}. ${spawnable}`);
      }
      if (name !== undefined && (name.trim() === '' || name.length > MAX_NAME)) {
        throw new UnrealError('invalid', `Send a name of 1 to ${MAX_NAME} characters, or none.`);
      }
      const checked = checkedPlace(place, project);
      log.add('LogActorFactory', 'Log', `Actor Factory attempting to spawn Class ${classPath}`);
      const actor = project.spawn(actorClass, name, checked);
      const text = `Actor Factory spawned Class ${classPath} as actor: ${ofClass} ${actor.path}`;
      log.add('LogActorFactory', 'Log', text);
      changed(actor);
      return describe(actor);
    },

    'actor.destroy': ({ path }) => {
      const actor = project.actor(path);
      requireOpen(project, actor);
      const destroyed = describe(actor);
      destroy(context, actor);
      return { destroyed };
    },

    'actor.transform': ({ path, ...place }) => {
      const actor = project.actor(path);
      requireOpen(project, actor);
      const checked = checkedPlace(place, project);
      if (Object.keys(checked).length === 0) {
        throw new UnrealError('invalid', 'No place is given. Send a location, a rotation or a scale.');
      }
      const before = transformOf(actor);
      actor.fill(checked);
      changed(actor);
      return { before, after: transformOf(actor) };
    },
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
  throw new UnrealError('not-found', `There is no level ${path}. The levels are ${levels}.`);
}

export function describe(actor: Actor): ActorInfo {
  const { path, name } = actor;
  const label = labelOf(actor);
  return { path, name, ...(label !== name && { label }), class: actor.class.name, ...transformOf(actor) };
}

function labelOf(actor: Actor): string {
  return actor.get(LABEL) as string;
}

function transformOf(actor: Actor): Transform {
  return {
    location: vectorOf(actor.get(LOCATION)),
    rotation: rotatorOf(actor.get(ROTATION)),
    scale: vectorOf(actor.get(SCALE)),
  };
}

/** The values of the properties that hold the given parts of a transform. */
function checkedPlace(place: Partial<Transform>, project: Project): JsonObject {
  const checked: JsonObject = {};
  for (const [part, { name, type }] of Object.entries(PARTS) as [keyof Transform, Property][]) {
    if (place[part] === undefined) continue;
    const accepted = type.accept({ ...place[part] }, project);
    if (accepted === undefined) {
      throw new UnrealError(
        'invalid',
        `The ${part} does not fit. Send ${type.expects(project).toLowerCase()}.`,
      );
    }
    checked[name] = accepted;
  }
  return checked;
}
