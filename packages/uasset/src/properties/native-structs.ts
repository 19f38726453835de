import type { PropertyValue } from '../format/package.js';
import { CUSTOM } from '../format/versions.js';
import { bulkStructs } from './bulk-structs.js';
import { curveChannels } from './curve-channels.js';
import { expressionInputs } from './expression-inputs.js';
import { type Field, fixedStructs } from './fixed-structs.js';
import { perPlatform } from './per-platform.js';
import { readPinType } from './pin-type.js';
import type { ValueScope } from './value-scope.js';

const NUMBERLESS_CURVE_NAMES = 5;
const GUIDLESS_CURVE_NAMES = 10;

const softPath: Field = scope => scope.softPath();

const others: Readonly<Record<string, Field>> = {
  AnimationAttributeIdentifier: scope => ({
    Name: scope.cursor.name(),
    BoneName: scope.cursor.name(),
    BoneIndex: scope.cursor.i32(),
    ScriptStructPath: scope.softPath(),
  }),
  EdGraphPinType: readPinType,
  GameplayTagContainer: scope => scope.list(8, () => scope.cursor.name()),
  KeyHandleMap: () => ({}),
  SmartName: readCurveName,
  SoftObjectPath: softPath,
  SoftClassPath: softPath,
  StringAssetReference: softPath,
  StringClassReference: softPath,
};

/** Natively serialised structs with a known layout. */
export const NATIVE_STRUCTS: ReadonlyMap<string, Field> = new Map(
  [fixedStructs, expressionInputs, perPlatform, curveChannels, bulkStructs, others].flatMap(structs =>
    Object.entries(structs),
  ),
);

/** The name of a curve, in some versions with an unused number or id. */
function readCurveName({ cursor, layout }: ValueScope): PropertyValue {
  const version = layout.custom(CUSTOM.animation);
  const name = cursor.name();
  if (version < NUMBERLESS_CURVE_NAMES) cursor.skip(2);
  if (version < GUIDLESS_CURVE_NAMES) cursor.skip(16);
  return name;
}
