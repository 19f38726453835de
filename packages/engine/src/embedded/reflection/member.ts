import type { Component } from '../model/component.js';
import type { GameObject } from '../model/game-object.js';
import { nothing } from './primitives.js';
import type { ValueType } from './value-type.js';

/** The owner of members: a component or an object. */
export type Target = Component | GameObject;

export interface DataMember {
  readonly name: string;
  readonly kind: 'field' | 'property';
  readonly type: ValueType;
  get(self: Target): unknown;
  /** Missing for a read-only member. */
  readonly set?: (self: Target, value: unknown) => void;
}

/** One overload of a method. */
export interface Method {
  readonly name: string;
  readonly parameters: readonly ValueType[];
  readonly returns: ValueType;
  /** The implementation. A hook replaces it and restores it. */
  implementation: (self: Target, args: readonly unknown[]) => unknown;
}

/** A field of the class with the same name. */
export function field<Self extends Target, Key extends keyof Self & string>(
  name: Key,
  type: ValueType<Self[Key]>,
): DataMember {
  return kept<Self, Key>('field', name, type);
}

/** A property of the class with the same name. */
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

/** The method that is called in each frame, with the name that Unity uses, so that it can be hooked. */
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
