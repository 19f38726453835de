import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { componentClass, PLACE } from './engine-classes.js';
import type { ComponentPlan, ObjectClass, Property } from './object-class.js';
import { objectPath } from './sample-object-path.js';

/** What an object needs of its class. */
type ClassFacts = Pick<ObjectClass, 'name' | 'path' | 'properties' | 'functions'>;

/** An asset, the defaults of a class, an actor or a component. */
export class ModelObject<Class extends ClassFacts = ClassFacts> {
  readonly class: Class;
  readonly #written = new Map<string, JsonValue>();
  readonly #initial: (property: Property) => JsonValue;

  constructor(
    readonly path: string,
    ofClass: Class,
    /** The package that the object is in; none for code. */
    readonly asset: string,
    initial: (property: Property) => JsonValue = property => property.initial,
  ) {
    this.class = ofClass;
    this.#initial = initial;
  }

  /** The actor that the object is or belongs to. */
  get actor(): Actor | undefined {
    return undefined;
  }

  get(property: Property): JsonValue {
    const written = this.#written.get(property.name);
    return written === undefined ? this.#initial(property) : written;
  }

  set(property: Property, value: JsonValue): void {
    this.#written.set(property.name, value);
  }

  /** Sets the values of the properties that the object has. */
  fill(values: JsonObject): void {
    for (const property of this.class.properties) {
      const value = values[property.name];
      if (value !== undefined) this.set(property, value);
    }
  }

  /** Whether the object has a value of its own. */
  isWritten({ name }: Property): boolean {
    return this.#written.has(name);
  }

  all(): JsonObject {
    return Object.fromEntries(this.class.properties.map(each => [each.name, this.get(each)]));
  }
}

export class Component extends ModelObject {
  readonly name: string;
  readonly #actor: Actor;

  constructor(
    actor: Actor,
    { name, class: className, values }: ComponentPlan,
    /** The component it is attached to. */
    readonly parent: Component | undefined,
  ) {
    const initial = (property: Property) => values?.[property.name] ?? property.initial;
    super(`${actor.path}.${name}`, componentClass(className), actor.asset, initial);
    this.name = name;
    this.#actor = actor;
  }

  override get actor(): Actor {
    return this.#actor;
  }
}

/** Its `asset` is its level. */
export class Actor extends ModelObject<ObjectClass> {
  /** The root first. */
  readonly components: readonly Component[];

  constructor(
    readonly name: string,
    actorClass: ObjectClass,
    level: string,
    initial: (property: Property) => JsonValue,
  ) {
    super(`${objectPath(level)}:PersistentLevel.${name}`, actorClass, level, initial);
    const components: Component[] = [];
    for (const plan of actorClass.components) {
      const parent = components.find(each => each.name === plan.parent) ?? components[0];
      components.push(new Component(this, plan, parent));
    }
    this.components = components;
  }

  override get actor(): Actor {
    return this;
  }

  get root(): Component {
    return this.components[0] as Component;
  }

  override get(property: Property): JsonValue {
    return PLACE.includes(property) ? this.root.get(property) : super.get(property);
  }

  override set(property: Property, value: JsonValue): void {
    if (PLACE.includes(property)) this.root.set(property, value);
    else super.set(property, value);
  }
}
