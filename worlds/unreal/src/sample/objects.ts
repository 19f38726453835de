import type { JsonValue } from '@worldwire/protocol';
import type { Written } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import type { ActorClasses } from './actor-classes.js';
import type { Asset, Library } from './library.js';
import { isBound, type Members } from './members.js';
import { type ActorClass, LABEL } from './model/actor-class.js';
import { COMPONENT_FUNCTIONS } from './model/actor-functions.js';
import { classPath, nameOf, objectPath } from './model/blueprint-plan.js';
import { COMPONENT_CLASSES, type ComponentClass } from './model/component-class.js';
import type { FunctionPlan } from './model/function-plan.js';
import type { Property } from './model/property.js';
import type { ObjectLookup } from './model/property-type.js';
import type { Values } from './model/values.js';
import { barePath, insideOf } from './object-path.js';
import type { Stage, StageActor } from './stage.js';
import { SYSTEM_LIBRARY } from './system-library.js';

/** Anything that has a path: an asset, the defaults of a class, an actor, a component. */
export interface SampleObject {
  readonly path: string;
  /** The short name of its class. */
  readonly class: string;
  readonly properties: readonly Property[];
  readonly functions: readonly FunctionPlan[];
  /** What is told when it has changed. */
  readonly changes: { readonly asset?: string; readonly actor?: string };
  /** The actor it is or belongs to. */
  readonly actor?: StageActor;
  read(property: Property): Promise<JsonValue>;
  write(property: Property, value: JsonValue): Promise<Written<JsonValue>>;
}

/** Finds objects by their paths. */
export class Objects implements ObjectLookup {
  readonly #library: Library;
  readonly #classes: ActorClasses;
  readonly #stage: Stage;
  readonly #members: Members;

  constructor(library: Library, classes: ActorClasses, stage: Stage, members: Members) {
    this.#library = library;
    this.#classes = classes;
    this.#stage = stage;
    this.#members = members;
  }

  get(path: string): SampleObject {
    if (barePath(path).toLowerCase() === SYSTEM_LIBRARY.path.toLowerCase()) return SYSTEM_LIBRARY;
    const inside = insideOf(path);
    if (/^[^.:]+:PersistentLevel\./i.test(inside)) return this.#onStage(path);
    const asset = this.#library.get(path);
    const { info, plan } = asset;
    const name = inside.toLowerCase();
    if (name === '' || name === info.name.toLowerCase()) return assetObject(asset);
    const made = plan.blueprint === undefined ? undefined : this.#classes.find(classPath(info.path));
    if (made !== undefined && name === `default__${made.name}`.toLowerCase())
      return defaultObject(asset, made);
    throw new UnrealError(
      'not-found',
      `${info.path} has no object ${inside} that can be asked. There is ${known(asset, made)}.`,
    );
  }

  /** An actor of any level. */
  actor(path: string): StageActor {
    const found = this.#stage.find(path);
    if (found !== undefined) return found;
    throw new UnrealError(
      'not-found',
      `There is no actor ${path}. List the actors: their paths look like ${objectPath(this.#stage.openLevel.path)}:PersistentLevel.Name.`,
    );
  }

  actorObject(actor: StageActor): SampleObject {
    const { properties, functions } = actor.class;
    return this.#placed(actor, actor, properties, functions);
  }

  componentObject(actor: StageActor, name: string): SampleObject {
    const found = actor.components.find(each => each.name.toLowerCase() === name.toLowerCase());
    if (found !== undefined)
      return this.#placed(actor, found, found.class.properties, functionsOf(found.class));
    const names = actor.components.map(each => each.name).join(', ');
    throw new UnrealError('not-found', `${actor.path} has no component ${name}. It has ${names}.`);
  }

  objectOf(path: string, className: string): string | undefined {
    const actor = this.#stage.find(path);
    if (actor !== undefined) return this.#classes.isA(actor.class, className) ? actor.path : undefined;
    return this.#library.objectOf(path, className);
  }

  classOf(path: string, base: string): string | undefined {
    const found = this.#classes.find(path);
    return found !== undefined && this.#classes.isA(found, base) ? found.path : undefined;
  }

  examplesOf(className: string): readonly string[] {
    const assets = this.#library.ofClass(className).map(({ info }) => objectPath(info.path));
    if (assets.length > 0) return assets;
    return this.#classes.all.filter(each => this.#classes.isA(each, className)).map(({ path }) => path);
  }

  #onStage(path: string): SampleObject {
    const bare = barePath(path);
    const [, owner = bare, component] = /^(.*:PersistentLevel\.[^.]+)(?:\.(.+))?$/is.exec(bare) ?? [];
    const actor = this.actor(owner);
    return component === undefined ? this.actorObject(actor) : this.componentObject(actor, component);
  }

  #placed(
    actor: StageActor,
    of: {
      readonly path: string;
      readonly id: string;
      readonly values: Values;
      readonly class: { readonly name: string };
    },
    properties: readonly Property[],
    functions: readonly FunctionPlan[],
  ): SampleObject {
    return {
      path: of.path,
      class: of.class.name,
      properties,
      functions,
      changes: { actor: actor.path, asset: actor.level },
      actor,
      read: async property =>
        isBound(property) ? this.#members.read(of.id, property) : of.values.get(property),
      write: async (property, value) => {
        if (!isBound(property)) return written(of.values, property, value);
        if (property === LABEL && value === '') {
          throw new UnrealError('invalid', 'An actor needs a label. Send one with at least one character.');
        }
        return this.#members.write(of.id, property, value);
      },
    };
  }
}

function assetObject({ info, plan, values }: Asset): SampleObject {
  return inMemory(objectPath(info.path), info.class, plan.properties, values, info.path);
}

function defaultObject({ info }: Asset, made: ActorClass): SampleObject {
  const own = made.properties.filter(each => !isBound(each));
  return inMemory(`${info.path}.Default__${made.name}`, made.name, own, made.defaults, info.path);
}

function inMemory(
  path: string,
  className: string,
  properties: readonly Property[],
  values: Values,
  asset: string,
): SampleObject {
  return {
    path,
    class: className,
    properties,
    functions: [],
    changes: { asset },
    read: async property => values.get(property),
    write: async (property, value) => written(values, property, value),
  };
}

function written(values: Values, property: Property, value: JsonValue): Written<JsonValue> {
  const before = values.get(property);
  values.set(property, value);
  return { before, after: values.get(property) };
}

/** Those of its class and of all that stands below it. */
function functionsOf(partClass: ComponentClass): readonly FunctionPlan[] {
  const base = partClass.base === undefined ? undefined : COMPONENT_CLASSES.get(partClass.base);
  return [
    ...(base === undefined ? [] : functionsOf(base)),
    ...(COMPONENT_FUNCTIONS.get(partClass.name) ?? []),
  ];
}

function known({ info, plan }: Asset, made: ActorClass | undefined): string {
  const main = objectPath(info.path);
  if (plan.level !== undefined) return `${main}, and its actors as ${main}:PersistentLevel.Name`;
  return made === undefined
    ? main
    : `${main}, and the defaults of its class as ${info.path}.Default__${nameOf(info.path)}_C`;
}
