import type { JsonValue } from '@worldwire/protocol';
import { UnrealError } from '../port/unreal-error.js';
import type { ActorClasses } from './actor-classes.js';
import { isBound, type Members } from './members.js';
import { type ActorClass, type ComponentPlan, HIDDEN } from './model/actor-class.js';
import { objectPath } from './model/blueprint-plan.js';
import { type ComponentClass, componentClass, LOCATION, ROTATION, SCALE } from './model/component-class.js';
import type { ActorPlan, LevelPlan } from './model/level-plan.js';
import type { Property } from './model/property.js';
import { rotatorJson, vectorJson } from './model/shapes.js';
import { Values } from './model/values.js';
import { barePath } from './object-path.js';
import type { Scene } from './scene.js';

const MAX_ACTORS = 1_000;

export interface StageComponent {
  readonly name: string;
  readonly path: string;
  readonly class: ComponentClass;
  /** Of the engine's object; the root's is that of its actor. */
  readonly id: string;
  readonly values: Values;
}

export interface StageActor {
  readonly path: string;
  readonly name: string;
  readonly class: ActorClass;
  /** The package of its level. */
  readonly level: string;
  readonly id: string;
  readonly values: Values;
  /** The root first. */
  readonly components: readonly StageComponent[];
}

interface Level {
  readonly plan: LevelPlan;
  /** The engine's object that all actors of the level are below. */
  root: string;
  /** By their names in small letters; nothing where one is being made. */
  readonly actors: Map<string, StageActor | undefined>;
}

/** The levels with their actors, as objects on the engine. A level that is not open is there too, but switched off. */
export class Stage {
  readonly #scene: Scene;
  readonly #members: Members;
  readonly #classes: ActorClasses;
  readonly #levels: ReadonlyMap<string, Level>;
  #open: Level;

  constructor(scene: Scene, members: Members, classes: ActorClasses, plans: readonly LevelPlan[]) {
    this.#scene = scene;
    this.#members = members;
    this.#classes = classes;
    const levels = plans.map(plan => ({ plan, root: '', actors: new Map() }));
    this.#levels = new Map(levels.map(level => [level.plan.path.toLowerCase(), level]));
    this.#open = levels[0] as Level;
  }

  get openLevel(): LevelPlan {
    return this.#open.plan;
  }

  get levels(): readonly LevelPlan[] {
    return [...this.#levels.values()].map(({ plan }) => plan);
  }

  /** Whether the object holds a whole level. */
  isRoot(id: string): boolean {
    return [...this.#levels.values()].some(({ root }) => root === id);
  }

  /** Makes every level as it was planned, in the place of whatever was there. */
  async build(): Promise<void> {
    for (const level of this.#levels.values()) {
      for (const actor of this.actors(level.plan.path)) this.#forget(actor);
      level.actors.clear();
      level.root = (await this.#scene.call('object.create', { name: level.plan.path })).id;
      await this.#scene.call('object.activate', { id: level.root, active: level === this.#open });
      await Promise.all(level.plan.actors.map(plan => this.#make(level, plan)));
    }
  }

  /** Takes all of it off the engine. */
  async clear(): Promise<void> {
    for (const { root } of this.#levels.values()) await this.#scene.call('object.destroy', { id: root });
  }

  async show(path: string): Promise<void> {
    const next = this.#level(path);
    await this.#scene.call('object.activate', { id: this.#open.root, active: false });
    await this.#scene.call('object.activate', { id: next.root, active: true });
    this.#open = next;
  }

  actors(level: string): readonly StageActor[] {
    return [...this.#level(level).actors.values()].filter(actor => actor !== undefined);
  }

  /** By its path, whatever the case. */
  find(path: string): StageActor | undefined {
    const [, level = '', name = ''] =
      /^(\/[^.:]+)\.[^.:]+:PersistentLevel\.([^.:]+)$/i.exec(barePath(path)) ?? [];
    return this.#levels.get(level.toLowerCase())?.actors.get(name.toLowerCase());
  }

  /** Into the open level. The name is made to be a name of Unreal's, and the only one of its kind. */
  async spawn(actorClass: ActorClass, plan: Omit<ActorPlan, 'class' | 'name'>): Promise<StageActor> {
    const level = this.#open;
    if (level.actors.size >= MAX_ACTORS) {
      throw new UnrealError(
        'invalid',
        `A level of the sample holds ${MAX_ACTORS} actors. Destroy some before spawning more.`,
      );
    }
    const wanted = plan.label?.replace(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, 100);
    return this.#make(level, {
      ...plan,
      class: actorClass.path,
      name: freeName(level, wanted, actorClass.name),
    });
  }

  /** Whether it was still there when it went: the engine's own word of it may have come first. */
  async destroy(actor: StageActor): Promise<boolean> {
    await this.#scene.call('object.destroy', { id: actor.id });
    const there = this.find(actor.path) === actor;
    if (there) this.#forget(actor);
    return there;
  }

  /** What the engine says is gone. Gives the actors that went with it. */
  dropped(ids: ReadonlySet<string>): readonly StageActor[] {
    const gone = this.levels.flatMap(({ path }) => this.actors(path)).filter(({ id }) => ids.has(id));
    for (const actor of gone) this.#forget(actor);
    return gone;
  }

  #level(path: string): Level {
    return this.#levels.get(path.toLowerCase()) as Level;
  }

  #forget(actor: StageActor): void {
    this.#level(actor.level).actors.delete(actor.name.toLowerCase());
    for (const { id } of actor.components) this.#members.forget(id);
  }

  async #make(level: Level, plan: ActorPlan): Promise<StageActor> {
    const key = plan.name.toLowerCase();
    // Taken before anybody waits, so that no two actors get one name.
    level.actors.set(key, undefined);
    try {
      const actor = await this.#construct(level, plan);
      level.actors.set(key, actor);
      return actor;
    } catch (failed) {
      level.actors.delete(key);
      throw failed;
    }
  }

  async #construct(level: Level, plan: ActorPlan): Promise<StageActor> {
    const actorClass = this.#classes.find(plan.class) as ActorClass;
    const path = `${objectPath(level.plan.path)}:PersistentLevel.${plan.name}`;
    const place = {
      ...(plan.location && { [LOCATION.name]: vectorJson(plan.location) }),
      ...(plan.rotation && { [ROTATION.name]: rotatorJson(plan.rotation) }),
      ...(plan.scale && { [SCALE.name]: vectorJson(plan.scale) }),
    };
    const components: StageComponent[] = [];
    for (const part of actorClass.components) {
      const root = components.length === 0;
      const above = components.find(({ name }) => name === part.parent) ?? components[0];
      const own = { ...plan.parts?.[part.name], ...(root ? place : {}) };
      const label = root ? (plan.label ?? plan.name) : part.name;
      components.push(await this.#attach(part, own, { path, label, parent: above?.id ?? level.root }));
    }
    const values = new Values(property => actorClass.defaults.get(property));
    const given = plan.values ?? {};
    for (const property of actorClass.properties) {
      const value = given[property.name];
      if (value !== undefined && !isBound(property)) values.set(property, value);
    }
    const { id } = components[0] as StageComponent;
    if (given[HIDDEN.name] === true) await this.#scene.call('object.activate', { id, active: false });
    return { path, name: plan.name, class: actorClass, level: level.plan.path, id, values, components };
  }

  /** A component as an object of the engine, below the one it is attached to. */
  async #attach(
    plan: ComponentPlan,
    own: Readonly<Record<string, JsonValue>>,
    { path, label, parent }: { readonly path: string; readonly label: string; readonly parent: string },
  ): Promise<StageComponent> {
    const partClass = componentClass(plan.class);
    const planned = (property: Property) =>
      own[property.name] ?? plan.values?.[property.name] ?? property.initial;
    const members = new Map<string, Record<string, unknown>>(
      partClass.engine.map(({ type, members }) => [type, { ...members }]),
    );
    const bound = partClass.properties.filter(isBound);
    for (const property of bound) {
      const { component, member, toEngine } = property.bound;
      members.set(component, { ...members.get(component), [member]: toEngine(planned(property)) });
    }
    const components = [...members].map(([type, each]) => ({ type, members: each }));
    const { id } = await this.#scene.call('object.create', { name: label, parent, components });
    for (const property of bound) this.#members.remember(id, property, planned(property));
    const values = new Values(property => plan.values?.[property.name] ?? property.initial);
    for (const property of partClass.properties) {
      const value = own[property.name];
      if (value !== undefined && !isBound(property)) values.set(property, value);
    }
    return { name: plan.name, path: `${path}.${plan.name}`, class: partClass, id, values };
  }
}

/** The wanted name, or that of the class, with a number behind it where it is taken. */
function freeName({ actors }: Level, wanted: string | undefined, className: string): string {
  if (wanted !== undefined && /[\p{L}\p{N}]/u.test(wanted) && !actors.has(wanted.toLowerCase()))
    return wanted;
  const stem = wanted !== undefined && /[\p{L}\p{N}]/u.test(wanted) ? wanted : className;
  for (let number = 0; ; number++) {
    const name = `${stem}_${number}`;
    if (!actors.has(name.toLowerCase())) return name;
  }
}
