import type { JsonValue } from '@worldwire/protocol';
import type { PropertyType } from './property-type.js';

/** A property of an object: what it is called, what it holds, and what it is before anybody writes it. */
export interface Property {
  readonly name: string;
  readonly type: PropertyType;
  readonly initial: JsonValue;
  /** Can only be read. */
  readonly fixed?: true;
  /** Where its value lives on the engine; without it, the value lives in memory. */
  readonly bound?: Bound;
  /** Of a variable of a Blueprint: the heading it is shown under. */
  readonly category?: string;
}

/** A member of an engine's component that holds the value of a property. */
export interface Bound {
  readonly component: string;
  readonly member: string;
  toEngine(value: JsonValue): unknown;
  fromEngine(json: unknown): JsonValue;
}

export function property(
  name: string,
  type: PropertyType,
  initial: JsonValue,
  more: Pick<Property, 'bound' | 'category'> = {},
): Property {
  return { name, type, initial, ...more };
}

export function fixed(name: string, type: PropertyType, initial: JsonValue): Property {
  return { name, type, initial, fixed: true };
}

export const bool = { kind: 'bool' } as const;
export const text = { kind: 'text' } as const;
export const name = { kind: 'name' } as const;
export const string = { kind: 'string' } as const;
export const vector = { kind: 'vector' } as const;
export const rotator = { kind: 'rotator' } as const;
export const color = { kind: 'color' } as const;

export function double(least?: number, most?: number): PropertyType {
  return {
    kind: 'double',
    ...(least === undefined ? {} : { least }),
    ...(most === undefined ? {} : { most }),
  };
}

export function int(least?: number, most?: number): PropertyType {
  return { kind: 'int', ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) };
}

export function enumeration(name: string, members: readonly string[]): PropertyType {
  return { kind: 'enum', name, members };
}

export function object(className: string): PropertyType {
  return { kind: 'object', class: className };
}

export function soft(className: string): PropertyType {
  return { kind: 'soft', class: className };
}

export function classOf(base: string): PropertyType {
  return { kind: 'class', class: base };
}

export function list(of: PropertyType): PropertyType {
  return { kind: 'array', of };
}

export function struct(name: string): PropertyType {
  return { kind: 'struct', name };
}
