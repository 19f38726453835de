import { type Layout, UE4, UE5 } from '../format/versions.js';
import { type PropertyType, plainType } from '../properties/property-type.js';
import type { ByteWriter } from './byte-writer.js';

/** A property to be written. `type` is as the reader names it: "ArrayProperty(StructProperty(Vector))". */
export interface WrittenProperty {
  readonly name: string;
  readonly type: string;
  readonly value: WrittenValue;
  /** In an array of fixed size. */
  readonly index?: number;
  /** That structs in it are not tagged, for versions whose tags say so. */
  readonly native?: boolean;
  readonly guid?: string;
  /** That the tag has the extension of overridable objects. */
  readonly extended?: boolean;
}

/**
 * Structs are lists of properties, or a function that writes their bytes; maps are lists of pairs; soft paths are
 * "package", "asset", "inner path". Any other value can be a function too.
 */
export type WrittenValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly WrittenValue[]
  | readonly WrittenProperty[]
  | ((writer: ByteWriter) => void);

type Version = Pick<Layout, 'ue4' | 'ue5'>;

const ZERO_GUID = '0'.repeat(32);

export function writeProperties(
  writer: ByteWriter,
  properties: readonly WrittenProperty[],
  version: Version,
): void {
  for (const property of properties) writeProperty(writer, property, version);
  writer.name('None');
}

/** "MapProperty(NameProperty,StructProperty(Guid))" as a tree. */
export function parseType(text: string): PropertyType {
  let at = 0;
  const parse = (): PropertyType => {
    const name = /^[^(),]+/.exec(text.slice(at))?.[0] ?? '';
    at += name.length;
    const parameters: PropertyType[] = [];
    if (text[at] === '(') {
      do {
        at++;
        parameters.push(parse());
      } while (text[at] === ',');
      at++;
    }
    return plainType(name, ...parameters);
  };
  return parse();
}

function writeProperty(writer: ByteWriter, property: WrittenProperty, version: Version): void {
  const type = parseType(property.type);
  const value = writer.fresh();
  if (type.name !== 'BoolProperty') writeTagged(value, type, property, version);
  const bytes = value.done();
  if (version.ue5 >= UE5.COMPLETE_TYPE_NAME) writeTypedTag(writer, property, type, bytes.length);
  else writePlainTag(writer, property, type, bytes.length, version);
  writer.bytes(bytes);
}

function writeTypedTag(
  writer: ByteWriter,
  property: WrittenProperty,
  type: PropertyType,
  size: number,
): void {
  const { name, index = 0, value, native, guid, extended } = property;
  writer.name(name);
  writeType(writer, type);
  writer.i32(size);
  const flags = [index > 0, guid !== undefined, extended === true, native === true, value === true];
  writer.u8(flags.reduce((all, flag, bit) => all | (flag ? 1 << bit : 0), 0));
  if (index > 0) writer.i32(index);
  if (guid !== undefined) writer.guid(guid);
  if (extended) writer.u8(2, 1).i32(0);
}

function writePlainTag(
  writer: ByteWriter,
  { name, index = 0, value, guid, extended }: WrittenProperty,
  { name: kind, parameters: [first, second] }: PropertyType,
  size: number,
  version: Version,
): void {
  writer.name(name).name(kind).i32(size, index);
  if (kind === 'StructProperty') {
    writer.name(first?.name ?? 'None');
    if (version.ue4 >= UE4.STRUCT_GUID_IN_TAG) writer.guid(ZERO_GUID);
  } else if (kind === 'BoolProperty') writer.u8(value === true ? 1 : 0);
  else if (kind === 'ByteProperty' || kind === 'EnumProperty') writer.name(first?.name ?? 'None');
  else if (kind === 'ArrayProperty' || kind === 'OptionalProperty') writer.name(first?.name ?? 'None');
  else if (version.ue4 >= UE4.SET_AND_MAP_TAGS) {
    if (kind === 'SetProperty' || kind === 'MapProperty') writer.name(first?.name ?? 'None');
    if (kind === 'MapProperty') writer.name(second?.name ?? 'None');
  }
  if (version.ue4 >= UE4.PROPERTY_GUID_IN_TAG) {
    writer.u8(guid === undefined ? 0 : 1);
    if (guid !== undefined) writer.guid(guid);
  }
  if (version.ue5 >= UE5.TAG_EXTENSION) {
    if (extended) writer.u8(2, 1).i32(0);
    else writer.u8(0);
  }
}

/** Structs and enums carry the package that they come from. */
function writeType(writer: ByteWriter, type: PropertyType): void {
  const { name, parameters } = type;
  writer.name(name).i32(parameters.length);
  const named = name === 'StructProperty' || name === 'EnumProperty' || name === 'ByteProperty';
  for (const parameter of parameters) {
    if (named) writer.name(parameter.name).i32(1).name('/Script/Test').i32(0);
    else writeType(writer, parameter);
  }
}

function writeTagged(
  writer: ByteWriter,
  type: PropertyType,
  property: WrittenProperty,
  version: Version,
): void {
  const { value } = property;
  const [first, second] = type.parameters;
  const inner = first ?? plainType('None');
  if (typeof value === 'function') value(writer);
  else if (type.name === 'ArrayProperty') writeArray(writer, property, inner, version);
  else if (type.name === 'SetProperty') {
    writer.i32(0);
    writeList(writer, inner, value, version);
  } else if (type.name === 'MapProperty') {
    const pairs = value as readonly (readonly [WrittenValue, WrittenValue])[];
    writer.i32(0, pairs.length);
    for (const [key, each] of pairs) {
      writeValue(writer, inner, key, version);
      writeValue(writer, second ?? inner, each, version);
    }
  } else if (type.name === 'OptionalProperty') {
    writer.flag(value !== null);
    if (value !== null) writeValue(writer, inner, value, version);
  } else writeValue(writer, type, value, version);
}

function writeArray(
  writer: ByteWriter,
  property: WrittenProperty,
  inner: PropertyType,
  version: Version,
): void {
  const elements = writer.fresh();
  writeList(elements, inner, property.value, version);
  const bytes = elements.done();
  writer.bytes(bytes.subarray(0, 4));
  const tagged = version.ue4 >= UE4.INNER_ARRAY_TAG && version.ue5 < UE5.COMPLETE_TYPE_NAME;
  if (inner.name === 'StructProperty' && tagged)
    writePlainTag(writer, { name: property.name, type: '', value: null }, inner, bytes.length - 4, version);
  writer.bytes(bytes.subarray(4));
}

function writeList(writer: ByteWriter, inner: PropertyType, value: WrittenValue, version: Version): void {
  const elements = value as readonly WrittenValue[];
  writer.i32(elements.length);
  for (const element of elements) writeValue(writer, inner, element, version);
}

function writeValue(writer: ByteWriter, type: PropertyType, value: WrittenValue, version: Version): void {
  if (typeof value === 'function') return value(writer);
  switch (type.name) {
    case 'StructProperty':
      return writeProperties(writer, value as readonly WrittenProperty[], version);
    case 'BoolProperty':
      return void writer.u8(value === true ? 1 : 0);
    case 'ByteProperty':
      return void (typeof value === 'string' ? writer.name(value) : writer.u8(Number(value)));
    case 'Int8Property':
      return void writer.u8(Number(value) & 0xff);
    case 'Int16Property':
    case 'UInt16Property':
      return void writer.u16(Number(value) & 0xffff);
    case 'Int64Property':
    case 'UInt64Property':
      return void writer.i64(BigInt.asIntN(64, BigInt(value as number | bigint)));
    case 'FloatProperty':
      return void writer.f32(Number(value));
    case 'DoubleProperty':
      return void writer.f64(Number(value));
    case 'NameProperty':
    case 'EnumProperty':
      return void writer.name(String(value));
    case 'StrProperty':
      return void writer.text(String(value));
    case 'SoftObjectProperty':
    case 'SoftClassProperty':
      return writeSoftPath(writer, value, version);
    default:
      return void writer.i32(Number(value));
  }
}

/** A number is the place in the list of soft paths. */
export function writeSoftPath(writer: ByteWriter, value: WrittenValue, { ue4, ue5 }: Version): void {
  if (typeof value === 'number') return void writer.i32(value);
  const [name, asset, inner] = value as readonly [string, string, string];
  if (ue5 >= UE5.ASSET_PATH_PAIR) writer.name(name).name(asset).text(inner);
  else if (ue4 >= UE4.SOFT_OBJECT_PATH) writer.name(`${name}.${asset}`).text(inner);
  else writer.text(`${name}.${asset}`);
}
