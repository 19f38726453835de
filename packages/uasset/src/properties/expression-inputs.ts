import { PackageError } from '../bytes/package-error.js';
import type { PropertyValue } from '../format/package.js';
import { CUSTOM } from '../format/versions.js';
import { type Field, fixedStructs } from './fixed-structs.js';
import { single } from './numbers.js';
import type { ValueScope } from './value-scope.js';

const NATIVE_INPUTS = 1;
const PINS_STORE_NAMES = 31;
const LINEAR_COLORS = 171;

/** The connection of a material input, and its constant. */
function input(constant?: Field): Field {
  return scope => {
    const { cursor, layout } = scope;
    if (layout.filtered || layout.custom(CUSTOM.core) < NATIVE_INPUTS)
      throw new PackageError('unsupported', 'The layout of a material input is unknown.', cursor.offset);
    const connection = {
      Expression: scope.object(),
      OutputIndex: cursor.i32(),
      InputName: layout.custom(CUSTOM.framework) >= PINS_STORE_NAMES ? cursor.name() : cursor.text(),
      Mask: cursor.i32(),
      MaskR: cursor.i32(),
      MaskG: cursor.i32(),
      MaskB: cursor.i32(),
      MaskA: cursor.i32(),
    };
    if (!constant) return connection;
    return { ...connection, UseConstant: cursor.flag(), Constant: constant(scope) };
  };
}

function color(scope: ValueScope): PropertyValue {
  const linear = scope.layout.custom(CUSTOM.fortniteMain) >= LINEAR_COLORS;
  return (linear ? fixedStructs.LinearColor! : fixedStructs.Color!)(scope);
}

export const expressionInputs: Readonly<Record<string, Field>> = {
  ExpressionInput: input(),
  MaterialAttributesInput: input(),
  ScalarMaterialInput: input(({ cursor }) => single(cursor.f32())),
  ShadingModelMaterialInput: input(({ cursor }) => cursor.u32()),
  VectorMaterialInput: input(fixedStructs.Vector3f),
  Vector2MaterialInput: input(fixedStructs.Vector2f),
  ColorMaterialInput: input(color),
};
