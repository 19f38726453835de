import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { PropertyType } from './property-type.js';

export interface Property {
  readonly name: string;
  readonly type: PropertyType;
  readonly initial: JsonValue;
  /** Read-only. */
  readonly fixed?: boolean;
  /** The category of a Blueprint variable in the editor. */
  readonly category?: string;
}

export interface Parameter {
  readonly name: string;
  readonly type: PropertyType;
  /** The value of an optional parameter that is not given. */
  readonly initial?: JsonValue;
}

/** The object that a function is called on. */
export interface Self {
  get(property: string): JsonValue;
  set(property: string, value: JsonValue): void;
  /** The component of this name. */
  part(name: string): Self;
  /** Writes a log line, as PrintString does. */
  log(text: string, verbosity?: 'Log' | 'Warning'): void;
  destroy(): void;
}

export interface FunctionPlan {
  readonly name: string;
  readonly inputs: readonly Parameter[];
  readonly outputs: readonly Parameter[];
  /** Returns the outputs by name. */
  run(self: Self, inputs: JsonObject): JsonObject;
}

/** A component of every actor of a class. The first one is the root. */
export interface ComponentPlan {
  readonly name: string;
  readonly class: string;
  /** The component it is attached to; the root by default. */
  readonly parent?: string;
  readonly values?: JsonObject;
}

export interface ObjectClass {
  /** "PointLight", or "BP_Door_C" for a Blueprint. */
  readonly name: string;
  readonly path: string;
  readonly base?: ObjectClass;
  /** Why actors of this class cannot be spawned. */
  readonly refusal?: string;
  readonly components: readonly ComponentPlan[];
  /** With those of the base classes. */
  readonly properties: readonly Property[];
  readonly functions: readonly FunctionPlan[];
}

/** Parameters by name: a type, or a type and the default of an optional parameter. */
export type Signature = Readonly<Record<string, PropertyType | readonly [PropertyType, JsonValue]>>;

export function property(name: string, type: PropertyType, initial: JsonValue, category?: string): Property {
  return { name, type, initial, ...(category !== undefined && { category }) };
}

export function fixed(name: string, type: PropertyType, initial: JsonValue): Property {
  return { name, type, initial, fixed: true };
}

export function plan(
  name: string,
  inputs: Signature,
  outputs: Signature,
  run: FunctionPlan['run'],
): FunctionPlan {
  return { name, inputs: parameters(inputs), outputs: parameters(outputs), run };
}

export function parameters(signature: Signature): readonly Parameter[] {
  return Object.entries(signature).map(([name, type]) =>
    'accept' in type ? { name, type } : { name, type: type[0], initial: type[1] },
  );
}

export function derive(
  base: ObjectClass | undefined,
  name: string,
  own: Partial<Omit<ObjectClass, 'name' | 'base'>> = {},
): ObjectClass {
  return {
    path: `/Script/Engine.${name}`,
    components: base?.components ?? [],
    ...own,
    name,
    ...(base && { base }),
    properties: [...(base?.properties ?? []), ...(own.properties ?? [])],
    functions: [...(base?.functions ?? []), ...(own.functions ?? [])],
  };
}
