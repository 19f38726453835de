import type { JsonObject } from '@worldwire/protocol';
import { noLevel } from '../port/no-level.js';
import type { ActorInfo, Transform, Written } from '../port/operations.js';
import { packageOf } from '../port/package-of.js';
import { byLetters, inOrder, pageOf, readPaging } from '../port/paging.js';
import { UnrealError } from '../port/unreal-error.js';
import type { ActorClasses } from './actor-classes.js';
import type { Handlers } from './handlers.js';
import type { Library } from './library.js';
import type { LogBook } from './log-book.js';
import { LABEL } from './model/actor-class.js';
import { LOCATION, PLACE, ROTATION, SCALE } from './model/component-class.js';
import type { Property } from './model/property.js';
import { accept, expects, type ObjectLookup } from './model/property-type.js';
import { rotatorJson, rotatorOf, vectorJson, vectorOf } from './model/shapes.js';
import { allOf, writable } from './object-operations.js';
import { barePath } from './object-path.js';
import type { Objects } from './objects.js';
import type { Stage, StageActor } from './stage.js';
import { Steps } from './steps.js';
import type { Teller } from './teller.js';

const MAX_NAME = 100;

/** What it takes to find a level, and to say what something else is. */
export interface LevelFinding {
  readonly stage: Stage;
  readonly library: Library;
}

export interface ActorParts extends LevelFinding {
  readonly objects: Objects;
  readonly classes: ActorClasses;
  readonly log: LogBook;
  readonly teller: Teller;
  destroy(actor: StageActor): Promise<void>;
}

/** The actors of the levels. */
export function actorOperations(
  parts: ActorParts,
): Handlers<'actor.list' | 'actor.get' | 'actor.spawn' | 'actor.destroy' | 'actor.transform'> {
  const { objects, classes, stage, log, teller } = parts;
  return {
    'actor.list': async ({ level, class: className, query = '', ...paging }, options) => {
      const word = query.toLowerCase();
      const found = stage
        .actors(levelOf(parts, level))
        .filter(actor => className === undefined || classes.isA(actor.class, className));
      const steps = new Steps(options, found.length, 'Looking at the actors');
      const labelled = await Promise.all(
        found.map(async actor => ({ actor, path: actor.path, label: await labelOf(objects, actor) })),
      );
      const fitting = labelled.filter(({ actor, label }) =>
        [actor.path, actor.class.name, label].some(each => each.toLowerCase().includes(word)),
      );
      const pathOf = ({ path }: { readonly path: string }) => path;
      const sorted = inOrder(fitting, pathOf, byLetters);
      const { items, ...rest } = pageOf(sorted, pathOf, readPaging(paging), byLetters);
      // Those that are not on the page needed no more than that.
      steps.done(found.length - items.length);
      const described = items.map(async ({ actor }) => {
        const info = await describe(objects, actor);
        steps.done();
        return info;
      });
      return { ...rest, items: await Promise.all(described) };
    },

    'actor.get': async ({ path }) => {
      const actor = objects.actor(path);
      const [info, all] = await Promise.all([describe(objects, actor), allOf(objects.actorObject(actor))]);
      const components = actor.components.map(each => ({
        path: each.path,
        name: each.name,
        class: each.class.name,
      }));
      return { ...info, level: actor.level, components, properties: all };
    },

    'actor.spawn': async ({ class: className, name, ...place }) => {
      const actorClass = classes.find(className);
      if (actorClass === undefined) {
        throw new UnrealError(
          'not-found',
          `There is no class ${className} to spawn. There are ${classes.placeable.join(', ')}.`,
        );
      }
      if (actorClass.refusal !== undefined) {
        throw new UnrealError(
          'invalid',
          `${actorClass.name} is not spawned: ${actorClass.refusal}. There are ${classes.placeable.join(', ')}.`,
        );
      }
      if (name !== undefined && (name.trim() === '' || name.length > MAX_NAME)) {
        throw new UnrealError('invalid', `Send a name of 1 to ${MAX_NAME} characters, or none.`);
      }
      const checked = checkedPlace(place, objects);
      log.add('LogActorFactory', 'Log', `Actor Factory attempting to spawn Class ${actorClass.path}`);
      const actor = await stage.spawn(actorClass, {
        ...checked,
        ...(name === undefined ? {} : { label: name }),
      });
      log.add(
        'LogActorFactory',
        'Log',
        `Actor Factory spawned Class ${actorClass.path} as actor: ${actorClass.name} ${actor.path}`,
      );
      teller.changed({ actor: actor.path, asset: actor.level });
      return describe(objects, actor);
    },

    'actor.destroy': async ({ path }) => {
      const actor = objects.actor(path);
      writable(objects.actorObject(actor), stage);
      const destroyed = await describe(objects, actor);
      await parts.destroy(actor);
      return { destroyed };
    },

    'actor.transform': async ({ path, ...place }) => {
      const actor = objects.actor(path);
      writable(objects.actorObject(actor), stage);
      const checked = checkedPlace(place, objects);
      if (Object.keys(checked).length === 0) {
        throw new UnrealError(
          'invalid',
          'Nothing was said of where to. Send a location, a rotation or a scale.',
        );
      }
      const written = await move(objects, actor, checked);
      teller.changed({ actor: actor.path, asset: actor.level });
      return written;
    },
  };
}

/** The package of a level, as it is spelled; that of the open one where none is named. */
export function levelOf({ stage, library }: LevelFinding, path: string | undefined): string {
  if (path === undefined) return stage.openLevel.path;
  const wanted = packageOf(barePath(path)).toLowerCase();
  const found = stage.levels.find(level => level.path.toLowerCase() === wanted);
  if (found !== undefined) return found.path;
  const other = library.find(path);
  if (other !== undefined) throw noLevel(other.info.path, other.info.class);
  const there = stage.levels.map(level => level.path).join(', ');
  throw new UnrealError('not-found', `There is no level ${path}. There are ${there}.`);
}

export async function describe(objects: Objects, actor: StageActor): Promise<ActorInfo> {
  const [label, transform] = await Promise.all([labelOf(objects, actor), transformOf(objects, actor)]);
  const { path, name } = actor;
  return { path, name, ...(label === name ? {} : { label }), class: actor.class.name, ...transform };
}

async function transformOf(objects: Objects, actor: StageActor): Promise<Transform> {
  const object = objects.actorObject(actor);
  return transformFrom((await Promise.all(PLACE.map(property => object.read(property)))) as JsonObject[]);
}

async function labelOf(objects: Objects, actor: StageActor): Promise<string> {
  return (await objects.actorObject(actor).read(LABEL)) as string;
}

/** All three at once: nothing comes between the engine's reads and writes of one turn. */
async function move(
  objects: Objects,
  actor: StageActor,
  place: Partial<Transform>,
): Promise<Written<Transform>> {
  const object = objects.actorObject(actor);
  const values = new Map<Property, JsonObject | undefined>([
    [LOCATION, place.location && vectorJson(place.location)],
    [ROTATION, place.rotation && rotatorJson(place.rotation)],
    [SCALE, place.scale && vectorJson(place.scale)],
  ]);
  const written = await Promise.all(
    PLACE.map(async property => {
      const value = values.get(property);
      if (value !== undefined) return object.write(property, value);
      const same = await object.read(property);
      return { before: same, after: same };
    }),
  );
  const side = (of: 'before' | 'after') => transformFrom(written.map(each => each[of] as JsonObject));
  return { before: side('before'), after: side('after') };
}

function transformFrom([location = {}, rotation = {}, scale = {}]: readonly JsonObject[]): Transform {
  return { location: vectorOf(location), rotation: rotatorOf(rotation), scale: vectorOf(scale) };
}

/** What was given of a place, once it is known to be one. */
function checkedPlace(
  { location, rotation, scale }: Partial<Transform>,
  lookup: ObjectLookup,
): Partial<Transform> {
  const vectors = { location, scale };
  const checked: { -readonly [Part in keyof Transform]?: Transform[Part] } = {};
  for (const part of ['location', 'scale'] as const) {
    const given = vectors[part];
    if (given !== undefined) checked[part] = vectorOf(checkedPart(part, LOCATION, given, lookup));
  }
  if (rotation !== undefined)
    checked.rotation = rotatorOf(checkedPart('rotation', ROTATION, rotation, lookup));
  return checked;
}

function checkedPart(name: string, { type }: Property, given: object, lookup: ObjectLookup): JsonObject {
  const accepted = accept(type, given as JsonObject, lookup);
  if (accepted !== undefined) return accepted.value as JsonObject;
  throw new UnrealError('invalid', `The ${name} does not fit. Send ${expects(type, lookup).toLowerCase()}.`);
}
