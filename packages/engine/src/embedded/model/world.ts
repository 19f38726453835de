import { earlierId } from '../../port/earlier-id.js';
import { EngineError } from '../../port/engine-error.js';
import type { ReflectedType } from '../reflection/reflected-type.js';
import type { TypeRegistry } from '../reflection/type-registry.js';
import type { Component } from './component.js';
import { GameObject } from './game-object.js';
import { placeUnder } from './placement.js';
import { RemovedComponents } from './removed-components.js';
import { Scene } from './scene.js';
import type { Surroundings } from './surroundings.js';

const TRANSFORM = 'UnityEngine.Transform';
const RECT_TRANSFORM = 'UnityEngine.RectTransform';

export interface WorldOptions {
  readonly types: TypeRegistry;
  readonly surroundings: Surroundings;
  /** The highest object number that was used before. */
  readonly lastNumber: number;
  readonly onDestroyed: (ids: readonly string[]) => void;
}

/** All objects of all loaded scenes. Adds, moves and removes them. */
export class World {
  readonly types: TypeRegistry;
  readonly surroundings: Surroundings;
  readonly scenes = new Map<string, Scene>();
  readonly persistent = new Scene('scn:ddol', 'DontDestroyOnLoad', -1);
  readonly hidden = new Scene('scn:hide', 'HideAndDontSave', -2);
  /** Components that are updated in each frame. */
  readonly updating = new Set<Component>();
  /** Incremented when names or parents change, so that cached paths become invalid. */
  pathVersion = 0;
  readonly #objects = new Map<string, GameObject>();
  readonly #removed = new RemovedComponents();
  readonly #onDestroyed: (ids: readonly string[]) => void;
  readonly #firstNumber: number;
  #lastNumber: number;
  #components = 0;

  constructor({ types, surroundings, lastNumber, onDestroyed }: WorldOptions) {
    this.types = types;
    this.surroundings = surroundings;
    this.#firstNumber = lastNumber + 1;
    this.#lastNumber = lastNumber;
    this.#onDestroyed = onDestroyed;
  }

  /** The highest object number so far. */
  get lastNumber(): number {
    return this.#lastNumber;
  }

  /** A number for a new component. */
  numberComponent(): number {
    return -++this.#components;
  }

  /** The scene for new objects. */
  get activeScene(): Scene {
    for (const scene of this.scenes.values()) return scene;
    return this.persistent;
  }

  /** The loaded scenes and the objects kept between scenes, without hidden objects. */
  *visibleScenes(): Iterable<Scene> {
    yield* this.scenes.values();
    yield this.persistent;
  }

  *allScenes(): Iterable<Scene> {
    yield* this.visibleScenes();
    yield this.hidden;
  }

  find(id: string): GameObject | undefined {
    return this.#objects.get(id);
  }

  get(id: string): GameObject {
    const found = this.#objects.get(id);
    if (found !== undefined) return found;
    const known = /^obj:(\d+)$/.exec(id);
    if (known === null) throw this.#notAnId(id);
    const number = Number(known[1]);
    if (number > 0 && number < this.#firstNumber) throw earlierId(id, this.#firstNumber);
    const gone = number <= this.#lastNumber && number > 0;
    const about = gone ? `${id} was destroyed` : `there is no object ${id}`;
    throw new EngineError('not-found', about, 'search for the object by its name or path to get its id');
  }

  scene(id: string): Scene {
    const found =
      id === this.persistent.id ? this.persistent : id === this.hidden.id ? this.hidden : this.scenes.get(id);
    if (found !== undefined) return found;
    throw new EngineError(
      'not-found',
      `the scene ${id} is not loaded`,
      `loaded are ${[...this.scenes.keys(), this.persistent.id, this.hidden.id].join(', ')}`,
    );
  }

  create(name: string, parent: GameObject | null, scene = parent?.scene ?? this.activeScene): GameObject {
    checkDepth(parent, 1);
    const object = new GameObject(this, ++this.#lastNumber, name, scene);
    object.parent = parent;
    object.node.parent = parent?.node ?? null;
    object.active = parent?.active ?? true;
    parent?.children.add(object);
    this.#objects.set(object.id, object);
    scene.add(object);
    const inCanvas = parent?.transform.type.name === RECT_TRANSFORM;
    this.#put(object, this.types.get(inCanvas ? RECT_TRANSFORM : TRANSFORM));
    return object;
  }

  /** Throws if a component cannot be added. */
  checkAttach(object: GameObject, type: ReflectedType): void {
    if (type.component === undefined) {
      throw new EngineError('invalid', `${type.name} cannot be added`, 'use a derived type');
    }
    if (!type.unique || object.component(type.name) === undefined) return;
    const about = `${object.id} has a ${type.name} already and can have only one`;
    throw new EngineError('invalid', about, 'write its members, or remove it first');
  }

  attach(object: GameObject, type: ReflectedType): Component {
    this.checkAttach(object, type);
    if (type.isA(RECT_TRANSFORM)) return this.#toRectangle(object);
    if (type.inCanvas) this.#toRectangle(object);
    return this.#put(object, type);
  }

  /** Throws if a component cannot be removed. */
  checkDetach(component: Component): void {
    if (component !== component.object.transform) return;
    throw new EngineError('invalid', 'the Transform of an object cannot be removed', 'destroy the object');
  }

  /** Returns the key for `restore`. */
  detach(component: Component): string {
    this.checkDetach(component);
    const { object } = component;
    const index = object.components.indexOf(component);
    object.components.splice(index, 1);
    this.#drop(component);
    return this.#removed.keep(component, index);
  }

  /** Puts a removed component back with its values. */
  restore(object: GameObject, key: string): Component {
    const { component, index } = this.#removed.find(object, key);
    this.checkAttach(object, component.type);
    this.#insert(component, Math.min(index, object.components.length));
    this.#removed.forget(key);
    return component;
  }

  /** Destroys its children too. Returns the ids of all. */
  destroy(object: GameObject): string[] {
    return this.#destroy([object]);
  }

  unload(scene: Scene): string[] {
    this.scenes.delete(scene.id);
    return this.#destroy([...scene.objects].filter(object => object.parent === null));
  }

  setActive(object: GameObject, active: boolean): void {
    object.activeSelf = active;
    refreshActive(object);
  }

  /** Throws if an object cannot get a parent. */
  checkParent(object: GameObject, parent: GameObject | null): void {
    if (parent?.isBelow(object)) {
      throw new EngineError(
        'invalid',
        `${parent.id} is ${object.id} or a descendant of it`,
        'choose another parent',
      );
    }
    if (parent !== object.parent) checkDepth(parent, heightOf(object));
  }

  /** The world transform does not change. */
  setParent(object: GameObject, parent: GameObject | null): void {
    this.checkParent(object, parent);
    if (parent === object.parent) return;
    const family = [...object.family()];
    for (const member of family) member.scene.remove(member);
    object.parent?.children.delete(object);
    placeUnder(object.node, parent?.node ?? null);
    object.parent = parent;
    parent?.children.add(object);
    for (const member of family) {
      if (parent !== null) member.scene = parent.scene;
      member.scene.add(member);
    }
    refreshActive(object);
    this.pathVersion++;
    object.transform.reparented();
  }

  /** Callers often send a name or a path instead of an id. */
  #notAnId(text: unknown): EngineError {
    const wanted = String(text).toLowerCase();
    for (const object of this.#objects.values()) {
      if (object.lowerName !== wanted && object.lowerPath !== wanted) continue;
      return new EngineError(
        'not-found',
        `the text ${text} is not an object id`,
        `the id of ${object.path} is ${object.id}`,
      );
    }
    const hint = 'ids look like "obj:12"; search for the object by its name or path to get its id';
    return new EngineError('not-found', `the text ${text} is not an object id`, hint);
  }

  #destroy(objects: readonly GameObject[]): string[] {
    const gone = objects.flatMap(object => (object.alive ? [...object.family()] : []));
    for (const object of objects) object.parent?.children.delete(object);
    for (const object of gone) {
      object.alive = false;
      object.scene.remove(object);
      this.#objects.delete(object.id);
      for (const component of object.components) {
        this.updating.delete(component);
        component.detached();
      }
    }
    const ids = gone.map(object => object.id);
    if (ids.length > 0) this.#onDestroyed(ids);
    return ids;
  }

  /** As in Unity, objects in a canvas have a RectTransform instead of a Transform. */
  #toRectangle(object: GameObject): Component {
    if (object.transform.type.name === RECT_TRANSFORM) return object.transform;
    this.#drop(object.components.shift() as Component);
    return this.#put(object, this.types.get(RECT_TRANSFORM), 0);
  }

  #put(object: GameObject, type: ReflectedType, at = object.components.length): Component {
    const component = new (type.component as NonNullable<typeof type.component>)(type, object);
    this.#insert(component, at);
    return component;
  }

  #insert(component: Component, at: number): void {
    const { object, type } = component;
    object.components.splice(at, 0, component);
    object.scene.indexComponent(component);
    if (type.update !== undefined) this.updating.add(component);
    component.attached();
  }

  #drop(component: Component): void {
    component.object.scene.unindexComponent(component);
    this.updating.delete(component);
    component.detached();
  }
}

function refreshActive(object: GameObject): void {
  const active = object.activeSelf && (object.parent?.active ?? true);
  if (active === object.active) return;
  object.active = active;
  object.scene.inactive += active ? -1 : 1;
  for (const child of object.children) refreshActive(child);
}

/** Levels of objects. Hierarchies are walked by recursion, so the depth is limited. */
const MAX_DEPTH = 256;

function checkDepth(parent: GameObject | null, levels: number): void {
  let depth = levels;
  for (let above = parent; above !== null; above = above.parent) depth++;
  if (depth <= MAX_DEPTH) return;
  throw new EngineError(
    'invalid',
    `objects can nest ${MAX_DEPTH} levels at most`,
    'choose a parent closer to the root',
  );
}

function heightOf(object: GameObject): number {
  let height = 0;
  for (let level = [object]; level.length > 0; level = level.flatMap(({ children }) => [...children]))
    height++;
  return height;
}
