import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { nearestNames } from '../port/nearest.js';
import type { ActorInfo, ParamsOf, ResultOf, Transform } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import { movedParts } from '../port/write-plan.js';
import { describe, transformOf } from './actor-info.js';
import { LOCATION, ROTATION, SCALE } from './model/engine-classes.js';
import type { ObjectClass, Property } from './model/object-class.js';
import type { Project } from './model/project-model.js';
import { destroy, requireOpen } from './object-writes.js';
import type { SampleContext } from './sample-context.js';
import type { SampleWrite } from './sample-write.js';

const MAX_NAME = 100;
const PARTS = { location: LOCATION, rotation: ROTATION, scale: SCALE } as const;

export function spawnWrite(
  { project, log, changed }: SampleContext,
  { class: className, name, ...place }: ParamsOf<'actor.spawn'>,
): SampleWrite<ResultOf<'actor.spawn'>> {
  const actorClass = spawnableClass(project, className);
  if (name !== undefined && (name.trim() === '' || name.length > MAX_NAME)) {
    throw new UnrealError(
      'invalid',
      `Send a name of 1 to ${MAX_NAME} characters, or none.`,
      'Try again with a shorter name.',
    );
  }
  const actor = project.draft(actorClass, name, checkedPlace(place, project));
  return {
    plan: { before: null, after: json(describe(actor)) },
    apply: () => {
      const { name: ofClass, path: classPath } = actorClass;
      log.add('LogActorFactory', 'Log', `Actor Factory attempting to spawn Class ${classPath}`);
      project.add(actor);
      const text = `Actor Factory spawned Class ${classPath} as actor: ${ofClass} ${actor.path}`;
      log.add('LogActorFactory', 'Log', text);
      changed(actor);
      return describe(actor);
    },
  };
}

export function destroyWrite(
  context: SampleContext,
  { path }: ParamsOf<'actor.destroy'>,
): SampleWrite<ResultOf<'actor.destroy'>> {
  const { project } = context;
  const actor = project.actor(path);
  requireOpen(project, actor);
  const destroyed = describe(actor);
  return {
    plan: { before: json(destroyed), after: null, classPath: actor.class.path, attached: [] },
    apply: () => {
      destroy(context, actor);
      return { destroyed };
    },
  };
}

export function transformWrite(
  { project, changed }: SampleContext,
  { path, ...place }: ParamsOf<'actor.transform'>,
): SampleWrite<ResultOf<'actor.transform'>> {
  const actor = project.actor(path);
  requireOpen(project, actor);
  const before = transformOf(actor);
  const parts = movedParts(place, before);
  const checked = checkedPlace(parts, project);
  if (Object.keys(checked).length === 0) {
    throw new UnrealError(
      'invalid',
      'No place is given. Send a location, a rotation or a scale.',
      'Send one of them, or one inside by for a relative move.',
    );
  }
  return {
    plan: { before: json(before), after: json({ ...before, ...parts }) },
    apply: () => {
      actor.fill(checked);
      changed(actor);
      return { before, after: transformOf(actor) };
    },
  };
}

function spawnableClass({ classes }: Project, className: string): ObjectClass {
  const actorClass = classes.find(className);
  const spawnable = `These classes can be spawned: ${classes.spawnable.join(', ')}.`;
  if (actorClass === undefined) {
    throw new UnrealError(
      'not-found',
      `There is no actor class ${className}.`,
      nearestNames(className, classes.spawnable, 'Give one of these as class:'),
    );
  }
  const { name, refusal } = actorClass;
  if (refusal === undefined) return actorClass;
  throw new UnrealError(
    'invalid',
    `${name} cannot be spawned: ${refusal}. ${spawnable}`,
    'Give one of these as class.',
  );
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
        'get_actor shows the current transform.',
      );
    }
    checked[name] = accepted;
  }
  return checked;
}

function json(value: ActorInfo | Transform): JsonValue {
  return value as unknown as JsonValue;
}
