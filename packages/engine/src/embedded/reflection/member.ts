import type { Component } from '../model/component.js';
import type { GameObject } from '../model/game-object.js';
import { nothing } from './primitives.js';
import type { ValueType } from './value-type.js';

/** What reflection can look into: a component, or an object itself. */
export type Target = Component | GameObject;

export interface DataMember {
  readonly name: string;
  readonly kind: 'field' | 'property';
  readonly type: ValueType;
  get(self: Target): unknown;
  /** Missing where it cannot be written. */
  readonly set?: (self: Target, value: unknown) => void;
}

/** One overload of a method. */
export interface Method {
  readonly name: string;
  readonly parameters: readonly ValueType[];
  readonly returns: ValueType;
  /** What runs. A hook puts itself in this place and gives it back. */
  implementation: (self: Target, args: readonly unknown[]) => unknown;
}

/** A field that the class keeps under the name that readers see. */
export function field<Self extends Target, Key extends keyof Self & string>(
  name: Key,
  type: ValueType<Self[Key]>,
): DataMember {
  return kept<Self, Key>('field', name, type);
}

/** A property that the class has under the name that readers see, to get and to set. */
export function accessor<Self extends Target, Key extends keyof Self & string>(
  name: Key,
  type: ValueType<Self[Key]>,
): DataMember {
  return kept<Self, Key>('property', name, type);
}

export function property<Self extends Target, T>(
  name: string,
  type: ValueType<T>,
  get: (self: Self) => T,
  set?: (self: Self, value: T) => void,
): DataMember {
  return {
    name,
    kind: 'property',
    type: type as ValueType,
    get: self => get(self as Self),
    ...(set === undefined ? {} : { set: (self: Target, value: unknown) => set(self as Self, value as T) }),
  };
}

type Values<Types extends readonly ValueType[]> = {
  [Index in keyof Types]: Types[Index] extends ValueType<infer T> ? T : never;
};

export function method<Self extends Target, const Types extends readonly ValueType[], T>(
  name: string,
  parameters: Types,
  returns: ValueType<T>,
  run: (self: Self, ...args: Values<Types>) => T,
): Method {
  return {
    name,
    parameters,
    returns: returns as ValueType,
    implementation: (self, args) => run(self as Self, ...(args as unknown as Values<Types>)),
  };
}

/** The method that the loop calls each frame, named as engines name it, so that it can be hooked like any other. */
export function update<Self extends Target>(run: (self: Self) => void): Method {
  return method('Update', [], nothing, (self: Self) => run(self));
}

function kept<Self extends Target, Key extends keyof Self & string>(
  kind: DataMember['kind'],
  name: Key,
  type: ValueType<Self[Key]>,
): DataMember {
  return {
    name,
    kind,
    type: type as ValueType,
    get: self => (self as Self)[name],
    set: (self, value) => {
      (self as Self)[name] = value as Self[Key];
    },
  };
}
