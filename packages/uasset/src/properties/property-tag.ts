import type { NameCursor } from '../bytes/name-cursor.js';
import { PackageError } from '../bytes/package-error.js';
import { type Layout, UE4, UE5 } from '../format/versions.js';
import { type PropertyType, plainType } from './property-type.js';

/** The tag before a property: its name, type and size. */
export interface PropertyTag {
  readonly name: string;
  readonly type: PropertyType;
  readonly size: number;
  /** Index in a static array. */
  readonly index: number;
  /** The value of a boolean property, which has no bytes. */
  readonly truth: boolean;
  /** Whether its structs are serialised natively. Undefined where the tag does not tell. */
  readonly native: boolean | undefined;
}

const HAS_INDEX = 0x01;
const HAS_GUID = 0x02;
const HAS_EXTENSION = 0x04;
const NATIVE = 0x08;
const TRUE = 0x10;
const OVERRIDABLE = 0x02;
const MAX_TYPE_NODES = 64;

/** Undefined for the name "None", which closes a list of properties. */
export function readTag(cursor: NameCursor, layout: Layout): PropertyTag | undefined {
  const name = cursor.name();
  if (name === 'None') return undefined;
  const tag =
    layout.ue5 >= UE5.COMPLETE_TYPE_NAME ? readTyped(cursor, name) : readPlain(cursor, name, layout);
  check(cursor, tag);
  return hasInnerTag(tag.type, layout) ? { ...tag, type: readArrayType(cursor, tag, layout) } : tag;
}

/** From UE 4.12 to 5.3 the count of an array of structs is followed by a tag with the struct. */
export function hasInnerTag({ name, parameters: [element] }: PropertyType, layout: Layout): boolean {
  return (
    name === 'ArrayProperty' &&
    element?.name === 'StructProperty' &&
    layout.ue4 >= UE4.INNER_ARRAY_TAG &&
    layout.ue5 < UE5.COMPLETE_TYPE_NAME
  );
}

function check(cursor: NameCursor, { name, type, size }: PropertyTag): void {
  if (!type.name.endsWith('Property'))
    throw cursor.malformed(`The property ${name} has the unknown type ${type.name}.`);
  if (size < 0 || size > cursor.left)
    throw cursor.malformed(`The property ${name} has ${size} bytes, but only ${cursor.left} are left.`);
}

/** Since UE 5.4 the type is complete, and a byte has flags for the other fields. */
function readTyped(cursor: NameCursor, name: string): PropertyTag {
  const type = readType(cursor);
  const size = cursor.i32();
  const flags = cursor.u8();
  const index = flags & HAS_INDEX ? cursor.i32() : 0;
  if (flags & HAS_GUID) cursor.skip(16);
  if (flags & HAS_EXTENSION) skipExtension(cursor);
  return { name, type, size, index, truth: (flags & TRUE) !== 0, native: (flags & NATIVE) !== 0 };
}

function readPlain(cursor: NameCursor, name: string, layout: Layout): PropertyTag {
  const kind = cursor.name();
  const size = cursor.i32();
  const index = cursor.i32();
  const truth = kind === 'BoolProperty' && cursor.u8() !== 0;
  const type = readParameters(cursor, kind, layout);
  if (layout.ue4 >= UE4.PROPERTY_GUID_IN_TAG && cursor.u8() !== 0) cursor.skip(16);
  if (layout.ue5 >= UE5.TAG_EXTENSION) skipExtension(cursor);
  return { name, type, size, index, truth, native: undefined };
}

function readParameters(cursor: NameCursor, kind: string, layout: Layout): PropertyType {
  switch (kind) {
    case 'StructProperty': {
      const struct = cursor.name();
      if (layout.ue4 >= UE4.STRUCT_GUID_IN_TAG) cursor.skip(16);
      return plainType(kind, plainType(struct));
    }
    case 'ByteProperty':
    case 'EnumProperty': {
      const named = cursor.name();
      return named === 'None' ? plainType(kind) : plainType(kind, plainType(named));
    }
    case 'ArrayProperty':
    case 'OptionalProperty':
      return plainType(kind, plainType(cursor.name()));
    case 'SetProperty':
      return layout.ue4 >= UE4.SET_AND_MAP_TAGS ? plainType(kind, plainType(cursor.name())) : plainType(kind);
    case 'MapProperty':
      return layout.ue4 >= UE4.SET_AND_MAP_TAGS
        ? plainType(kind, plainType(cursor.name()), plainType(cursor.name()))
        : plainType(kind);
    default:
      return plainType(kind);
  }
}

/** Looks ahead without moving. Errors are left to the reader of the value. */
function readArrayType(cursor: NameCursor, { type, size }: PropertyTag, layout: Layout): PropertyType {
  const start = cursor.offset;
  try {
    const inner = cursor.within(size, () => {
      cursor.skip(4);
      return readPlain(cursor, cursor.name(), layout).type;
    });
    return inner.name === 'StructProperty' ? plainType(type.name, inner) : type;
  } catch (error) {
    if (error instanceof PackageError) return type;
    throw error;
  } finally {
    cursor.seek(start);
  }
}

function readType(cursor: NameCursor): PropertyType {
  let nodes = 0;
  const read = (): PropertyType => {
    if (++nodes > MAX_TYPE_NODES) throw cursor.malformed('A type has too many parts.');
    const name = cursor.name();
    return { name, parameters: Array.from({ length: cursor.count(12) }, read) };
  };
  return read();
}

function skipExtension(cursor: NameCursor): void {
  const extension = cursor.u8();
  if (extension & ~OVERRIDABLE) throw cursor.malformed(`A tag has the unknown extension ${extension}.`);
  if (extension & OVERRIDABLE) cursor.skip(5);
}
