import type { PropertyValue } from '../format/package.js';
import { integer, real, single } from './numbers.js';
import { readText } from './text-value.js';
import type { ValueScope } from './value-scope.js';

type Scalar = (scope: ValueScope) => PropertyValue;

const object: Scalar = scope => scope.object();
const softPath: Scalar = scope => scope.softPath();
const delegates: Scalar = scope => scope.list(12, () => scope.delegate());

const SCALARS: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ['BoolProperty', ({ cursor }) => cursor.u8() !== 0],
  ['Int8Property', ({ cursor }) => cursor.i8()],
  ['Int16Property', ({ cursor }) => cursor.i16()],
  ['IntProperty', ({ cursor }) => cursor.i32()],
  ['Int64Property', ({ cursor }) => integer(cursor.big64(true))],
  ['UInt16Property', ({ cursor }) => cursor.u16()],
  ['UInt32Property', ({ cursor }) => cursor.u32()],
  ['UInt64Property', ({ cursor }) => integer(cursor.big64(false))],
  ['FloatProperty', ({ cursor }) => single(cursor.f32())],
  ['DoubleProperty', ({ cursor }) => real(cursor.f64())],
  ['NameProperty', ({ cursor }) => cursor.name()],
  ['EnumProperty', ({ cursor }) => cursor.name()],
  ['StrProperty', ({ cursor }) => cursor.text()],
  ['Utf8StrProperty', ({ cursor }) => cursor.utf8()],
  ['AnsiStrProperty', ({ cursor }) => cursor.utf8()],
  ['VerseStringProperty', ({ cursor }) => cursor.utf8()],
  ['TextProperty', ({ cursor, layout }) => readText(cursor, layout)],
  ['ObjectProperty', object],
  ['ObjectPtrProperty', object],
  ['ClassProperty', object],
  ['ClassPtrProperty', object],
  ['VerseClassProperty', object],
  ['WeakObjectProperty', object],
  ['InterfaceProperty', object],
  ['LazyObjectProperty', ({ cursor }) => cursor.guid()],
  ['SoftObjectProperty', softPath],
  ['SoftClassProperty', softPath],
  ['AssetObjectProperty', softPath],
  ['AssetClassProperty', softPath],
  ['AssetSubclassOfProperty', softPath],
  ['DelegateProperty', scope => scope.delegate()],
  ['MulticastDelegateProperty', delegates],
  ['MulticastInlineDelegateProperty', delegates],
  ['MulticastSparseDelegateProperty', delegates],
  ['FieldPathProperty', readFieldPath],
]);

/** Reads a scalar of a type. Structs, bytes and containers have several layouts and are not here. */
export function readScalar(type: string): Scalar | undefined {
  return SCALARS.get(type);
}

/** The names from a field outwards and, except in its first versions, the owner. */
function readFieldPath(scope: ValueScope): PropertyValue {
  const { cursor } = scope;
  const names = Array.from({ length: cursor.count(8) }, () => cursor.name()).reverse();
  const owner = cursor.left > 0 ? scope.object() : null;
  if (names.length === 0) return null;
  return owner === null ? names.join('.') : `${owner}:${names.join('.')}`;
}
