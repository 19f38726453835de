import type { JsonObject } from '@worldwire/protocol';
import { nearestActors, nearestNames } from '../../port/nearest.js';
import type { AssetInfo } from '../../port/operations.js';
import { packageOf } from '../../port/package-of.js';
import { UnrealError } from '../../port/unreal-error.js';
import { Classes } from './classes.js';
import { HIDDEN, LABEL, PLACE } from './engine-classes.js';
import { Actor, type Component, ModelObject } from './model-object.js';
import type { ObjectClass } from './object-class.js';
import type { ActorPlan, AssetPlan, LevelPlan } from './plans.js';
import type { ObjectLookup } from './property-type.js';
import { barePath, classPath, insideOf, nameOf, objectPath } from './sample-object-path.js';
import { systemLibrary } from './system-library.js';

const MAX_ACTORS = 1_000;
/** The classes of assets that are derived from others. */
const BASES: Readonly<Record<string, string>> = {
  Material: 'MaterialInterface',
  MaterialInstanceConstant: 'MaterialInterface',
  Texture2D: 'Texture',
};

export interface Asset {
  readonly plan: AssetPlan;
  readonly info: AssetInfo;
  readonly object: ModelObject;
  /** The class of a Blueprint with its default object. */
  readonly generated?: { readonly class: ObjectClass; readonly defaults: ModelObject };
}

interface Level {
  readonly plan: LevelPlan;
  /** By name in lower case. */
  readonly actors: Map<string, Actor>;
}

/** An Unreal project in memory: assets, levels with actors, and the selection. */
export class Project implements ObjectLookup {
  readonly assets: readonly Asset[];
  readonly classes: Classes;
  selection: readonly Actor[] = [];
  readonly #byPackage: ReadonlyMap<string, Asset>;
  readonly #levels: ReadonlyMap<string, Level>;
  readonly #systemLibrary: ModelObject;
  #open: Level;

  constructor(plans: readonly AssetPlan[], engineVersion: string) {
    this.classes = new Classes(plans.flatMap(({ blueprint }) => blueprint ?? []));
    this.assets = plans.map(plan => newAsset(plan, this.classes));
    this.#byPackage = new Map(this.assets.map(asset => [asset.plan.path.toLowerCase(), asset]));
    this.#systemLibrary = systemLibrary(engineVersion);
    const levels = plans.flatMap(({ level }) => (level ? [{ plan: level, actors: new Map() }] : []));
    this.#levels = new Map(levels.map(level => [level.plan.path.toLowerCase(), level]));
    this.#open = levels[0] as Level;
    for (const level of levels) for (const plan of level.plan.actors) this.add(this.#make(level, plan));
  }

  get openLevel(): LevelPlan {
    return this.#open.plan;
  }

  get levels(): readonly LevelPlan[] {
    return [...this.#levels.values()].map(({ plan }) => plan);
  }

  open(level: string): void {
    if (level !== this.openLevel.path) this.selection = [];
    this.#open = this.#level(level);
  }

  /** The asset of a package, or of an object in it. */
  findAsset(path: string): Asset | undefined {
    return this.#byPackage.get(packageOf(barePath(path)).toLowerCase());
  }

  asset(path: string): Asset {
    const found = this.findAsset(path);
    if (found !== undefined) return found;
    const word = nameOf(packageOf(barePath(path))).toLowerCase();
    const near = this.assets.filter(({ info }) => {
      const name = info.name.toLowerCase();
      return word !== '' && (name.includes(word) || word.includes(name.replace(/^\w+?_/, '')));
    });
    const about = near.slice(0, 3).map(({ info }) => info.path);
    const hint =
      about.length > 0 ? `Did you mean ${about.join(' or ')}?` : 'List the assets to see their paths.';
    throw new UnrealError(
      'not-found',
      `There is no asset ${path}. ${hint}`,
      'find_assets finds assets by a part of their name.',
    );
  }

  actors(level: string): readonly Actor[] {
    return [...this.#level(level).actors.values()];
  }

  findActor(path: string): Actor | undefined {
    const [, level = '', name = ''] =
      /^(\/[^.:]+)\.[^.:]+:PersistentLevel\.([^.:]+)$/i.exec(barePath(path)) ?? [];
    return this.#levels.get(level.toLowerCase())?.actors.get(name.toLowerCase());
  }

  actor(path: string): Actor {
    const found = this.findActor(path);
    if (found !== undefined) return found;
    const [, level = this.openLevel.path] = /^(\/[^.:]+)[.:]/.exec(barePath(path)) ?? [];
    const near = this.#levels.get(level.toLowerCase()) ?? this.#open;
    const named = [...near.actors.values()].map(each => ({
      path: each.path,
      label: each.get(LABEL) as string,
    }));
    const example = `${objectPath(this.openLevel.path)}:PersistentLevel.Name`;
    throw new UnrealError(
      'not-found',
      `There is no actor ${path}. List the actors: a path looks like ${example}.`,
      nearestActors(barePath(path), named),
    );
  }

  component(actor: Actor, name: string): Component {
    const found = actor.components.find(each => each.name.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return found;
    const names = actor.components.map(each => each.name);
    throw new UnrealError(
      'not-found',
      `${actor.path} has no component ${name}.`,
      `${nearestNames(name, names, 'The components are')} get_actor lists them with their paths.`,
    );
  }

  /** An asset, the defaults of a class, an actor or a component. */
  object(path: string): ModelObject {
    const bare = barePath(path);
    if (bare.toLowerCase() === this.#systemLibrary.path.toLowerCase()) return this.#systemLibrary;
    const [, owner, component] = /^([^.:]+\.[^.:]+:PersistentLevel\.[^.]+)(?:\.(.+))?$/is.exec(bare) ?? [];
    if (owner !== undefined) {
      const actor = this.actor(owner);
      return component === undefined ? actor : this.component(actor, component);
    }
    const { info, object, generated } = this.asset(path);
    const inside = insideOf(path).toLowerCase();
    if (inside === '' || inside === info.name.toLowerCase()) return object;
    const defaults = generated?.defaults;
    if (defaults?.path.toLowerCase() === bare.toLowerCase()) return defaults;
    const others = [
      ...(this.#levels.has(info.path.toLowerCase())
        ? [`its actors as ${object.path}:PersistentLevel.Name`]
        : []),
      ...(defaults === undefined ? [] : [`the defaults of its class as ${defaults.path}`]),
    ];
    throw new UnrealError(
      'not-found',
      `${info.path} has no readable object ${insideOf(path)}. It has ${[object.path, ...others].join(', and ')}.`,
      'Give one of these paths as object.',
    );
  }

  spawn(actorClass: ObjectClass, label: string | undefined, values: JsonObject): Actor {
    return this.add(this.draft(actorClass, label, values));
  }

  /**
   * An actor that the open level does not have yet. Its name follows from the label or the class, with a number if it is
   * taken.
   */
  draft(actorClass: ObjectClass, label: string | undefined, values: JsonObject): Actor {
    const { actors } = this.#open;
    if (actors.size >= MAX_ACTORS) {
      const message = `A level of the sample holds ${MAX_ACTORS} actors. Destroy some before spawning more.`;
      throw new UnrealError('invalid', message, 'destroy_actor removes an actor.');
    }
    const wanted = label?.replace(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, 100) ?? '';
    const isName = /[\p{L}\p{N}]/u.test(wanted);
    const stem = isName ? wanted : actorClass.name;
    let name = isName ? wanted : `${stem}_0`;
    for (let number = 0; actors.has(name.toLowerCase()); number++) name = `${stem}_${number}`;
    return this.#make(this.#open, {
      name,
      class: actorClass.path,
      values,
      ...(label !== undefined && { label }),
    });
  }

  add(actor: Actor): Actor {
    this.#level(actor.asset).actors.set(actor.name.toLowerCase(), actor);
    return actor;
  }

  destroy(actor: Actor): void {
    this.#level(actor.asset).actors.delete(actor.name.toLowerCase());
    this.selection = this.selection.filter(each => each !== actor);
  }

  objectOf(path: string, className: string): string | undefined {
    const actor = this.findActor(path);
    if (actor !== undefined) return this.classes.isA(actor.class, className) ? actor.path : undefined;
    const asset = this.findAsset(path);
    return asset !== undefined && isAssetOf(asset, className) ? asset.object.path : undefined;
  }

  classOf(path: string, base: string): string | undefined {
    const found = this.classes.find(path);
    return found !== undefined && this.classes.isA(found, base) ? found.path : undefined;
  }

  examplesOf(className: string): readonly string[] {
    const assets = this.assets.filter(asset => isAssetOf(asset, className));
    if (assets.length > 0) return assets.map(({ object }) => object.path);
    return this.classes.all.filter(each => this.classes.isA(each, className)).map(({ path }) => path);
  }

  #level(path: string): Level {
    return this.#levels.get(path.toLowerCase()) as Level;
  }

  #make(level: Level, { name, label = name, class: className, values, parts }: ActorPlan): Actor {
    const actorClass = this.classes.find(className) as ObjectClass;
    const defaults = this.findAsset(actorClass.path)?.generated?.defaults;
    const actor = new Actor(name, actorClass, level.plan.path, property =>
      defaults === undefined ? property.initial : defaults.get(property),
    );
    actor.fill({ ...values, [LABEL.name]: label });
    for (const component of actor.components) component.fill(parts?.[component.name] ?? {});
    return actor;
  }
}

export function assetClassPath(className: string): string {
  return `/Script/Engine.${className}`;
}

function newAsset(plan: AssetPlan, classes: Classes): Asset {
  const { path, class: className, properties } = plan;
  const info = { path, name: nameOf(path), class: className };
  const assetClass = { name: className, path: assetClassPath(className), properties, functions: [] };
  const asset = { plan, info, object: new ModelObject(objectPath(path), assetClass, path) };
  const generated = plan.blueprint && classes.find(classPath(path));
  if (generated === undefined) return asset;
  const own = generated.properties.filter(each => ![LABEL, HIDDEN, ...PLACE].includes(each));
  const defaultClass = { ...generated, properties: own, functions: [] };
  const defaults = new ModelObject(`${path}.Default__${generated.name}`, defaultClass, path);
  return { ...asset, generated: { class: generated, defaults } };
}

function isAssetOf({ info }: Asset, wanted: string): boolean {
  return info.class === wanted || BASES[info.class] === wanted;
}
