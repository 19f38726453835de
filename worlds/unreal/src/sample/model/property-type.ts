import type { JsonObject, JsonValue } from '@worldwire/protocol';

/** Resolves the objects and classes that a value names. */
export interface ObjectLookup {
  /** The full path of an object of this class or of a derived one. */
  objectOf(path: string, className: string): string | undefined;
  classOf(path: string, base: string): string | undefined;
  /** Some valid paths, for error messages. */
  examplesOf(className: string): readonly string[];
}

export interface PropertyType {
  /** The name in Unreal's property system: "DoubleProperty". */
  readonly name: string;
  /** The type in C++: "double". */
  readonly code: string;
  /** A soft reference does not load the object it names. */
  readonly soft?: boolean;
  /** The value in canonical form, or undefined if it does not fit the type. */
  accept(value: JsonValue | undefined, lookup: ObjectLookup): JsonValue | undefined;
  /** What a caller has to send. */
  expects(lookup: ObjectLookup): string;
}

const MAX_CHARACTERS = 4_096;
const MAX_ELEMENTS = 256;
/** The limit of FName. */
const MAX_NAME = 1_023;
/** The largest coordinate in a world of Unreal 5, in centimetres. */
const MAX_COORDINATE = 8.8e12;
const MAX_INTEGER = 2 ** 31 - 1;

export const bool = simple('BoolProperty', 'bool', 'true or false', value => typeof value === 'boolean');
export const string = characters('StrProperty', 'FString', 'text', MAX_CHARACTERS);
export const text = characters('TextProperty', 'FText', 'text', MAX_CHARACTERS);
export const name = characters('NameProperty', 'FName', 'name', MAX_NAME);
export const vector = coordinates('Vector', ['X', 'Y', 'Z']);
export const rotator = coordinates('Rotator', ['Pitch', 'Yaw', 'Roll']);
export const color: PropertyType = {
  ...struct('Color'),
  code: 'FColor',
  accept: value => {
    const isByte = (part: number) => Number.isInteger(part) && part >= 0 && part <= 255;
    return numbers(['R', 'G', 'B', 'A'], value, isByte, { A: 255 });
  },
  expects: () => '{R, G, B} and perhaps A, whole numbers from 0 to 255',
};

export function double(min?: number, max?: number): PropertyType {
  const isInside = inRange(min ?? -Number.MAX_VALUE, max ?? Number.MAX_VALUE);
  return simple('DoubleProperty', 'double', `a number${range(min, max)}`, isInside);
}

export function int(min?: number, max?: number): PropertyType {
  const isInside = inRange(min ?? -MAX_INTEGER, max ?? MAX_INTEGER);
  const fits = (value: JsonValue | undefined) => Number.isInteger(value) && isInside(value);
  return simple('IntProperty', 'int32', `a whole number${range(min, max)}`, fits);
}

export function enumeration(code: string, members: readonly string[]): PropertyType {
  const fits = (value: JsonValue | undefined) => members.includes(value as string);
  return simple(`EnumProperty(${code})`, code, `one of ${members.join(', ')}`, fits);
}

/** An object by its path. */
export function object(className: string): PropertyType {
  return reference(`ObjectProperty(${className})`, `TObjectPtr<${className}>`, `a ${className}`, className);
}

export function soft(className: string): PropertyType {
  const code = `TSoftObjectPtr<${className}>`;
  return { ...reference(`SoftObjectProperty(${className})`, code, `a ${className}`, className), soft: true };
}

/** A class by its path. */
export function classOf(base: string): PropertyType {
  const what = `a class that is derived from ${base}`;
  return {
    ...reference(`ClassProperty(${base})`, `TSubclassOf<${base}>`, what, base),
    accept: (value, lookup) => (isNone(value) ? null : lookup.classOf(shortText(value), base)),
  };
}

export function list(of: PropertyType): PropertyType {
  return {
    name: `ArrayProperty(${of.name})`,
    code: `TArray<${of.code}>`,
    soft: of.soft === true,
    accept: (value, lookup) => {
      if (!Array.isArray(value) || value.length > MAX_ELEMENTS) return undefined;
      const accepted = value.map(each => of.accept(each, lookup));
      return accepted.includes(undefined) ? undefined : (accepted as JsonValue[]);
    },
    expects: lookup => `a list of up to ${MAX_ELEMENTS}, each ${of.expects(lookup)}`,
  };
}

/** A read-only structure. */
export function struct(code: string): PropertyType {
  return simple(`StructProperty(${code})`, code, 'nothing: it can only be read', () => false);
}

function simple(
  name: string,
  code: string,
  expected: string,
  fits: (value: JsonValue | undefined) => boolean,
): PropertyType {
  return { name, code, accept: value => (fits(value) ? value : undefined), expects: () => expected };
}

function characters(name: string, code: string, what: string, max: number): PropertyType {
  const fits = (value: JsonValue | undefined) => typeof value === 'string' && value.length <= max;
  return simple(name, code, `a ${what} of up to ${max} characters`, fits);
}

function coordinates(code: string, parts: readonly string[]): PropertyType {
  const max = MAX_COORDINATE.toExponential();
  return {
    ...struct(code),
    code: `F${code}`,
    accept: value => numbers(parts, value, part => Math.abs(part) <= MAX_COORDINATE),
    expects: () => `{${parts.join(', ')}} with numbers from -${max} to ${max}`,
  };
}

function reference(name: string, code: string, what: string, className: string): PropertyType {
  return {
    name,
    code,
    accept: (value, lookup) => (isNone(value) ? null : lookup.objectOf(shortText(value), className)),
    expects: lookup => {
      const examples = lookup.examplesOf(className).slice(0, 3).join(', ');
      return `null or the path of ${what}${examples && `, such as ${examples}`}`;
    },
  };
}

function isNone(value: JsonValue | undefined): boolean {
  return value === null || value === '' || value === 'None';
}

/** The empty path names nothing. */
function shortText(value: JsonValue | undefined): string {
  return typeof value === 'string' && value.length <= MAX_CHARACTERS ? value : '';
}

function inRange(min: number, max: number): (value: JsonValue | undefined) => boolean {
  return value => typeof value === 'number' && value >= min && value <= max;
}

function range(min: number | undefined, max: number | undefined): string {
  return `${min === undefined ? '' : ` from ${min}`}${max === undefined ? '' : ` up to ${max}`}`;
}

/** Unreal matches the names of members regardless of case. */
function numbers(
  parts: readonly string[],
  value: JsonValue | undefined,
  fits: (part: number) => boolean,
  defaults: JsonObject = {},
): JsonObject | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const given = new Map(Object.entries(value).map(([key, part]) => [key.toLowerCase(), part]));
  const accepted: JsonObject = {};
  for (const part of parts) {
    const number = given.get(part.toLowerCase()) ?? defaults[part];
    if (typeof number !== 'number' || !fits(number)) return undefined;
    given.delete(part.toLowerCase());
    accepted[part] = number;
  }
  return given.size === 0 ? accepted : undefined;
}
