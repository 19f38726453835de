import type { JsonObject, JsonValue } from '@worldwire/protocol';

/** The object of a path, which is then written as a reference instead of a text. */
export type ReferenceOf = (path: string) => { readonly class: string; readonly path: string } | undefined;

const NO_REFERENCES: ReferenceOf = () => undefined;

/** Already a reference: StaticMesh'"/Engine/BasicShapes/Cube.Cube"'. */
const REFERENCE = /^[\w/.-]+'("?)[^'"\n\r]+\1'$/;
const GUID = /^[\dA-F]{32}$/;
const ENUMERATOR = /^E[A-Z]\w*::\w+$/;
const OBJECT_TYPE = /^(Weak|Lazy)?Object|^Class|^Interface/;
const REAL_TYPE = /^(Float|Double)Property/;
const WHOLE_STRUCT = /^(Int|Uint)|^Color$/;
/** Structures of floating-point members. */
const REAL_MEMBERS = new Set(['X,Y', 'X,Y,Z', 'X,Y,Z,W', 'Pitch,Yaw,Roll']);

/** A value as T3D. `type` is that of the property, such as "StructProperty(Vector)"; without it the value decides. */
export function spellValue(
  value: JsonValue,
  type?: string,
  referenceOf: ReferenceOf = NO_REFERENCES,
): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return spellNumber(value, type);
  if (typeof value === 'string') return spellText(value, type, referenceOf);
  if (!Array.isArray(value)) return spellLocalized(value) ?? spellStruct(value, type, referenceOf);
  if (type?.startsWith('MapProperty')) return spellMap(value, type, referenceOf);
  return `(${spellAll(value, innerType(type), referenceOf)})`;
}

/** The type in brackets: "IntProperty" of "ArrayProperty(IntProperty)". */
export function innerType(type: string | undefined): string | undefined {
  return type === undefined ? undefined : /^\w+\((.*)\)$/s.exec(type)?.[1];
}

export function quote(text: string): string {
  return `"${escapeText(text)}"`;
}

export function escapeText(text: string): string {
  return text.replace(/["\\\p{Cc}\u2028\u2029]/gu, character => {
    const short = SHORT_ESCAPES[character];
    return short ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function spellNumber(value: number, type: string | undefined): string {
  const real = type === undefined ? !Number.isInteger(value) : REAL_TYPE.test(type);
  return real ? value.toFixed(6) : String(value);
}

function spellText(value: string, type: string | undefined, referenceOf: ReferenceOf): string {
  if (type === undefined) return spellUntyped(value, referenceOf);
  if (OBJECT_TYPE.test(type)) return spellReference(value, referenceOf);
  if (/^(Enum|Byte)Property/.test(type)) return escapeText(value.slice(value.lastIndexOf(':') + 1));
  return type === 'StructProperty(Guid)' && GUID.test(value) ? value : quote(value);
}

function spellUntyped(value: string, referenceOf: ReferenceOf): string {
  if (REFERENCE.test(value) || GUID.test(value)) return value;
  if (ENUMERATOR.test(value)) return value.slice(value.lastIndexOf(':') + 1);
  // A single word is more likely a name than an object.
  const object = /[/.]/.test(value) ? referenceOf(value) : undefined;
  return object === undefined ? quote(value) : spellObject(object);
}

function spellReference(value: string, referenceOf: ReferenceOf): string {
  if (value === '' || value === 'None') return 'None';
  const object = referenceOf(value);
  if (object !== undefined) return spellObject(object);
  return REFERENCE.test(value) ? value : quote(value);
}

function spellObject(object: { readonly class: string; readonly path: string }): string {
  return `${escapeText(object.class)}'${quote(object.path)}'`;
}

function spellAll(values: readonly JsonValue[], type: string | undefined, referenceOf: ReferenceOf): string {
  return values.map(value => spellValue(value, type, referenceOf)).join(',');
}

function spellStruct(value: JsonObject, type: string | undefined, referenceOf: ReferenceOf): string {
  const members = Object.entries(value);
  const memberType = hasReals(members, innerType(type)) ? 'DoubleProperty' : undefined;
  const spelled = members.map(([name, member]) => {
    const known = typeof member === 'number' ? memberType : undefined;
    return `${escapeText(name)}=${spellValue(member, known, referenceOf)}`;
  });
  return `(${spelled.join(',')})`;
}

/** Whether whole numbers are written with a decimal point. */
function hasReals(members: readonly [string, JsonValue][], struct: string | undefined): boolean {
  if (struct !== undefined && WHOLE_STRUCT.test(struct)) return false;
  const names = members.map(([name]) => name).join(',');
  if (struct === 'LinearColor' || REAL_MEMBERS.has(names)) return true;
  return /^[RGBA](,[RGBA])*$/.test(names) && members.some(([, value]) => !Number.isInteger(value));
}

/** Pairs as uasset returns them. */
function spellMap(pairs: readonly JsonValue[], type: string, referenceOf: ReferenceOf): string {
  const [keyType, valueType] = mapTypes(type);
  const spelled = pairs.map(pair => {
    const { key = null, value = null } = isStruct(pair) ? pair : {};
    return `(${spellValue(key, keyType, referenceOf)}, ${spellValue(value, valueType, referenceOf)})`;
  });
  return `(${spelled.join(',')})`;
}

/** The types of keys and values: "MapProperty(NameProperty,StructProperty(Vector))". */
function mapTypes(type: string): readonly [string | undefined, string | undefined] {
  const comma = type.indexOf(',');
  if (!type.startsWith('MapProperty(') || !type.endsWith(')') || comma < 0) return [undefined, undefined];
  return [type.slice('MapProperty('.length, comma), type.slice(comma + 1, -1).trimStart()];
}

/** A localised text or one from a string table; undefined for other structures. */
function spellLocalized({ text, namespace, key, table, ...others }: JsonObject): string | undefined {
  if (Object.keys(others).length > 0) return undefined;
  if (typeof table === 'string' && typeof key === 'string') return `LOCTABLE(${quote(table)}, ${quote(key)})`;
  if (typeof text !== 'string') return undefined;
  if (typeof key !== 'string' || key === '') return quote(text);
  return `NSLOCTEXT(${quote(typeof namespace === 'string' ? namespace : '')}, ${quote(key)}, ${quote(text)})`;
}

function isStruct(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
