import type { JsonObject, JsonValue } from '@worldwire/protocol';

export type PropertyType =
  | { readonly kind: 'bool' | 'string' | 'name' | 'text' | 'vector' | 'rotator' | 'color' }
  | { readonly kind: 'int' | 'double'; readonly least?: number; readonly most?: number }
  | { readonly kind: 'enum'; readonly name: string; readonly members: readonly string[] }
  /** Another object, by its path. A soft one does not load what it names. */
  | { readonly kind: 'object' | 'soft' | 'class'; readonly class: string }
  | { readonly kind: 'array'; readonly of: PropertyType }
  /** Only read, and not looked into. */
  | { readonly kind: 'struct'; readonly name: string };

/** Who knows the objects that a value may name. */
export interface ObjectLookup {
  /** The path of the object as Unreal writes it, where there is one and it is of the class or of one that stands on it. */
  objectOf(path: string, className: string): string | undefined;
  /** The same of a class. */
  classOf(path: string, base: string): string | undefined;
  /** Some paths that would do. */
  examplesOf(className: string): readonly string[];
}

const MAX_CHARACTERS = 4_096;
const MAX_ELEMENTS = 256;
/** A name of Unreal has no more. */
const MAX_NAME = 1_023;
/** Centimetres from the origin that worlds of Unreal 5 reach. */
const FARTHEST = 8.8e12;
const MAX_INTEGER = 2 ** 31 - 1;

const PARTS = {
  vector: ['X', 'Y', 'Z'],
  rotator: ['Pitch', 'Yaw', 'Roll'],
  color: ['R', 'G', 'B', 'A'],
} as const;

/** As the property system of Unreal names it. */
export function typeName(type: PropertyType): string {
  switch (type.kind) {
    case 'bool':
      return 'BoolProperty';
    case 'string':
      return 'StrProperty';
    case 'name':
      return 'NameProperty';
    case 'text':
      return 'TextProperty';
    case 'vector':
      return 'StructProperty(Vector)';
    case 'rotator':
      return 'StructProperty(Rotator)';
    case 'color':
      return 'StructProperty(Color)';
    case 'int':
      return 'IntProperty';
    case 'double':
      return 'DoubleProperty';
    case 'enum':
      return `EnumProperty(${type.name})`;
    case 'object':
      return `ObjectProperty(${type.class})`;
    case 'soft':
      return `SoftObjectProperty(${type.class})`;
    case 'class':
      return `ClassProperty(${type.class})`;
    case 'array':
      return `ArrayProperty(${typeName(type.of)})`;
    case 'struct':
      return `StructProperty(${type.name})`;
  }
}

/** The value as it is kept, or nothing where it is none of this type. */
export function accept(
  type: PropertyType,
  value: JsonValue | undefined,
  lookup: ObjectLookup,
): { readonly value: JsonValue } | undefined {
  switch (type.kind) {
    case 'bool':
      return typeof value === 'boolean' ? { value } : undefined;
    case 'string':
    case 'text':
      return isText(value, MAX_CHARACTERS) ? { value } : undefined;
    case 'name':
      return isText(value, MAX_NAME) ? { value } : undefined;
    case 'int':
      return Number.isInteger(value) && inRange(value, type, MAX_INTEGER) ? { value } : undefined;
    case 'double':
      return inRange(value, type, Number.MAX_VALUE) ? { value } : undefined;
    case 'vector':
    case 'rotator':
      return struct(PARTS[type.kind], value, part => Math.abs(part) <= FARTHEST);
    case 'color':
      return struct(PARTS.color, value, part => Number.isInteger(part) && part >= 0 && part <= 255, 255);
    case 'enum':
      return isText(value, MAX_NAME) && type.members.includes(value) ? { value } : undefined;
    case 'object':
    case 'soft':
    case 'class':
      return reference(type, value, lookup);
    case 'array':
      return array(type.of, value, lookup);
    case 'struct':
      return undefined;
  }
}

/** What a caller would have to send. */
export function expects(type: PropertyType, lookup: ObjectLookup): string {
  switch (type.kind) {
    case 'bool':
      return 'true or false';
    case 'string':
    case 'text':
      return `a text of up to ${MAX_CHARACTERS} characters`;
    case 'name':
      return `a name of up to ${MAX_NAME} characters`;
    case 'int':
    case 'double': {
      const { least, most } = type;
      const range = [
        ...(least === undefined ? [] : [`from ${least}`]),
        ...(most === undefined ? [] : [`up to ${most}`]),
      ];
      return [type.kind === 'int' ? 'a whole number' : 'a number', ...range].join(' ');
    }
    case 'vector':
    case 'rotator': {
      const most = FARTHEST.toExponential();
      return `{${PARTS[type.kind].join(', ')}} with numbers from -${most} to ${most}`;
    }
    case 'color':
      return '{R, G, B} and perhaps A, whole numbers from 0 to 255';
    case 'enum':
      return `one of ${type.members.join(', ')}`;
    case 'object':
    case 'soft':
    case 'class': {
      const examples = lookup.examplesOf(type.class);
      const some = examples.length === 0 ? '' : `, such as ${examples.slice(0, 3).join(', ')}`;
      return `null or the path of ${type.kind === 'class' ? 'a class that stands on' : 'a'} ${type.class}${some}`;
    }
    case 'array':
      return `a list of up to ${MAX_ELEMENTS}, each ${expects(type.of, lookup)}`;
    case 'struct':
      return 'nothing: it can only be read';
  }
}

function isText(value: JsonValue | undefined, most: number): value is string {
  return typeof value === 'string' && value.length <= most;
}

function inRange(
  value: JsonValue | undefined,
  { least, most }: { readonly least?: number; readonly most?: number },
  limit: number,
): value is number {
  return typeof value === 'number' && value >= (least ?? -limit) && value <= (most ?? limit);
}

/** Names of parts are taken in any case, as Unreal takes them. */
function struct(
  parts: readonly string[],
  value: JsonValue | undefined,
  fits: (part: number) => boolean,
  last?: number,
): { readonly value: JsonObject } | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const given = new Map(Object.entries(value).map(([name, part]) => [name.toLowerCase(), part]));
  const kept: JsonObject = {};
  for (const name of parts) {
    const part = given.get(name.toLowerCase()) ?? (name === parts.at(-1) ? last : undefined);
    if (typeof part !== 'number' || !fits(part)) return undefined;
    given.delete(name.toLowerCase());
    kept[name] = part;
  }
  return given.size === 0 ? { value: kept } : undefined;
}

function reference(
  type: { readonly kind: 'object' | 'soft' | 'class'; readonly class: string },
  value: JsonValue | undefined,
  lookup: ObjectLookup,
): { readonly value: JsonValue } | undefined {
  if (value === null || value === '' || value === 'None') return { value: null };
  if (!isText(value, MAX_CHARACTERS)) return undefined;
  const found =
    type.kind === 'class' ? lookup.classOf(value, type.class) : lookup.objectOf(value, type.class);
  return found === undefined ? undefined : { value: found };
}

function array(
  of: PropertyType,
  value: JsonValue | undefined,
  lookup: ObjectLookup,
): { readonly value: JsonValue } | undefined {
  if (!Array.isArray(value) || value.length > MAX_ELEMENTS) return undefined;
  const kept: JsonValue[] = [];
  for (const each of value) {
    const element = accept(of, each, lookup);
    if (element === undefined) return undefined;
    kept.push(element.value);
  }
  return { value: kept };
}
