import type { PropertyValue } from '../format/package.js';
import { CUSTOM } from '../format/versions.js';
import { integer } from './numbers.js';
import type { NestedForm } from './struct-reader.js';
import type { ValueScope } from './value-scope.js';

const EDITOR_HEADER = 0xabababab;
const CONTAINER_TYPES = 1;
const META_CLASS = 3;
const PROPERTY_FLAGS = 4;
const KEY_TYPES = 5;
const FIXED_OVERRIDES = 1;
/** Object, id, name, type, containers and a flag. */
const LEAST_DESCRIPTION = 34;
const CONTAINERS = ['', 'Array', 'Set', 'Map'];
const TYPES = [
  ...[
    'None',
    'Bool',
    'Byte',
    'Int32',
    'Int64',
    'Float',
    'Double',
    'Name',
    'String',
    'Text',
    'Enum',
    'Struct',
  ],
  ...['Object', 'SoftObject', 'Class', 'SoftClass', 'UInt32', 'UInt64'],
];

/** A struct of any type: `{ struct, value }`, or null. Before UE 5.3 a version precedes it, and in editors a header. */
const instancedStruct: NestedForm = (scope, structs) => {
  const { cursor, layout } = scope;
  if (layout.custom(CUSTOM.instancedStruct) < 0) {
    const start = cursor.offset;
    if (cursor.u32() !== EDITOR_HEADER) cursor.seek(start);
    cursor.skip(1);
  }
  const struct = scope.object();
  const size = cursor.i32();
  if (typeof struct === 'string') return { struct, value: structs.sized(struct, size) };
  cursor.skip(size);
  return null;
};

/** The types of all structs, then each with its size. */
const structContainer: NestedForm = (scope, structs) => {
  const { cursor } = scope;
  cursor.skip(1);
  return scope
    .list(8, () => scope.object())
    .map(struct => {
      const size = cursor.i32();
      if (typeof struct === 'string') return { struct, value: structs.sized(struct, size) };
      cursor.skip(size);
      return null;
    });
};

/** Properties that a person adds to an object, with their types: `{ properties, value }`, or null. */
const propertyBag: NestedForm = (scope, structs) => {
  const { cursor, layout } = scope;
  const version = layout.custom(CUSTOM.propertyBag);
  const hasSize = version >= CONTAINER_TYPES || cursor.u8() > 0;
  if (!cursor.flag()) return null;
  const properties = scope.list(LEAST_DESCRIPTION, () => description(scope, version));
  const size = hasSize ? cursor.i32() : cursor.left;
  return { properties: Object.fromEntries(properties), value: structs.sized('PropertyBag', size) };
};

/** With the ids of the properties that differ from their defaults. */
const overridableBag: NestedForm = (scope, structs) => {
  if (scope.layout.custom(CUSTOM.overridableBag) < FIXED_OVERRIDES) return structs.struct();
  const bag = propertyBag(scope, structs);
  scope.list(16, () => scope.cursor.guid());
  return bag;
};

function description(scope: ValueScope, version: number): readonly [string, PropertyValue] {
  const { cursor } = scope;
  const object = scope.object();
  cursor.skip(16);
  const name = cursor.name();
  const type = valueType(cursor.u8(), object);
  const containers = version < CONTAINER_TYPES ? 1 : cursor.u8();
  const wrapped = Array.from({ length: containers }, () => CONTAINERS[cursor.u8()] ?? 'Container');
  if (cursor.flag()) {
    scope.list(12, () => ({ key: cursor.name(), value: cursor.text() }));
    if (version >= META_CLASS) scope.object();
  }
  if (version >= PROPERTY_FLAGS) integer(cursor.big64(false));
  const key = version >= KEY_TYPES ? valueType(cursor.u8(), scope.object()) : 'None';
  const inner = key === 'None' ? type : `${key}, ${type}`;
  return [name, wrapped.reduceRight((of, wrapper) => (wrapper === '' ? of : `${wrapper}<${of}>`), inner)];
}

function valueType(type: number, object: PropertyValue): string {
  const name = TYPES[type] ?? `type ${type}`;
  return typeof object === 'string' ? `${name}(${object})` : name;
}

export const instancedStructs: Readonly<Record<string, readonly NestedForm[]>> = {
  InstancedStruct: [instancedStruct],
  InstancedStructContainer: [structContainer],
  InstancedStructArray: [structContainer],
  InstancedPropertyBag: [propertyBag],
  InstancedOverridablePropertyBag: [overridableBag],
};
