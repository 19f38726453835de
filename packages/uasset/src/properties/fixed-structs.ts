import type { PropertyValue } from '../format/package.js';
import { integer, real, single } from './numbers.js';
import type { ValueScope } from './value-scope.js';

/** A struct, or a field of one, whose layout depends only on the version of the package. */
export type Field = (scope: ValueScope) => PropertyValue;

const f32: Field = ({ cursor }) => single(cursor.f32());
const f64: Field = ({ cursor }) => real(cursor.f64());
const coordinate: Field = scope => (scope.largeCoordinates ? f64(scope) : f32(scope));
const i32: Field = ({ cursor }) => cursor.i32();
const u32: Field = ({ cursor }) => cursor.u32();
const i64: Field = ({ cursor }) => integer(cursor.big64(true));
const u64: Field = ({ cursor }) => integer(cursor.big64(false));
const byte: Field = ({ cursor }) => cursor.u8();
const truth: Field = ({ cursor }) => cursor.u8() !== 0;

const TICKS_PER_MILLISECOND = 10_000n;
const MILLISECONDS_BEFORE_1970 = 62_135_596_800_000;

function of(field: Field, ...names: string[]): Field {
  return scope => {
    const struct: Record<string, PropertyValue> = {};
    for (const name of names) struct[name] = field(scope);
    return struct;
  };
}

function mixed(fields: Readonly<Record<string, Field>>): Field {
  const entries = Object.entries(fields);
  return scope => {
    const struct: Record<string, PropertyValue> = {};
    for (const [name, field] of entries) struct[name] = field(scope);
    return struct;
  };
}

const box = (corner: Field) => mixed({ Min: corner, Max: corner, IsValid: truth });
const matrixRows = ['XPlane', 'YPlane', 'ZPlane', 'WPlane'];
const matrix = (row: Field) => mixed(Object.fromEntries(matrixRows.map(name => [name, row])));

const xy = ['X', 'Y'];
const xyz = ['X', 'Y', 'Z'];
const xyzw = ['X', 'Y', 'Z', 'W'];
const angles = ['Pitch', 'Yaw', 'Roll'];
const vector = of(coordinate, ...xyz);
const vector2 = of(coordinate, ...xy);
const curveKey = { InterpMode: byte, TangentMode: byte, TangentWeightMode: byte, Time: f32, Value: f32 };

export const fixedStructs: Readonly<Record<string, Field>> = {
  Vector: vector,
  Vector2D: vector2,
  Vector4: of(coordinate, ...xyzw),
  Quat: of(coordinate, ...xyzw),
  Plane: of(coordinate, ...xyzw),
  Rotator: of(coordinate, ...angles),
  Vector2f: of(f32, ...xy),
  Vector3f: of(f32, ...xyz),
  Vector4f: of(f32, ...xyzw),
  Quat4f: of(f32, ...xyzw),
  Plane4f: of(f32, ...xyzw),
  Rotator3f: of(f32, ...angles),
  Vector2d: of(f64, ...xy),
  Vector3d: of(f64, ...xyz),
  Vector4d: of(f64, ...xyzw),
  Quat4d: of(f64, ...xyzw),
  Plane4d: of(f64, ...xyzw),
  Rotator3d: of(f64, ...angles),
  DeprecateSlateVector2D: of(f32, ...xy),
  TwoVectors: mixed({ v1: vector, v2: vector }),
  Matrix: matrix(of(coordinate, ...xyzw)),
  Matrix44f: matrix(of(f32, ...xyzw)),
  Matrix44d: matrix(of(f64, ...xyzw)),
  Box: box(vector),
  Box3f: box(of(f32, ...xyz)),
  Box3d: box(of(f64, ...xyz)),
  Box2D: box(vector2),
  Box2f: box(of(f32, ...xy)),
  IntPoint: of(i32, ...xy),
  Int32Point: of(i32, ...xy),
  IntVector: of(i32, ...xyz),
  IntVector2: of(i32, ...xy),
  IntVector4: of(i32, ...xyzw),
  Uint32Point: of(u32, ...xy),
  UintVector: of(u32, ...xyz),
  UintVector2: of(u32, ...xy),
  UintVector4: of(u32, ...xyzw),
  Int64Point: of(i64, ...xy),
  Int64Vector: of(i64, ...xyz),
  Int64Vector2: of(i64, ...xy),
  Int64Vector4: of(i64, ...xyzw),
  Uint64Point: of(u64, ...xy),
  Uint64Vector: of(u64, ...xyz),
  Uint64Vector2: of(u64, ...xy),
  Uint64Vector4: of(u64, ...xyzw),
  /** Blue comes first, as in memory. */
  Color: of(byte, 'B', 'G', 'R', 'A'),
  LinearColor: of(f32, 'R', 'G', 'B', 'A'),
  Guid: ({ cursor }) => cursor.guid(),
  DateTime: ({ cursor }) => date(cursor.big64(true)),
  /** In seconds. */
  Timespan: ({ cursor }) => Number(cursor.big64(true)) / 10_000_000,
  FrameNumber: of(i32, 'Value'),
  RichCurveKey: mixed({
    ...curveKey,
    ArriveTangent: f32,
    ArriveTangentWeight: f32,
    LeaveTangent: f32,
    LeaveTangentWeight: f32,
  }),
  MovieSceneFrameRange: mixed({
    LowerBoundType: byte,
    LowerBound: i32,
    UpperBoundType: byte,
    UpperBound: i32,
  }),
  SimpleCurveKey: of(f32, 'Time', 'Value'),
  MovieSceneEvaluationKey: of(u32, 'SequenceID', 'TrackIdentifier', 'SectionIndex'),
  MovieSceneTrackIdentifier: of(u32, 'Value'),
  MovieSceneSequenceID: of(u32, 'Value'),
  MovieSceneSegmentIdentifier: of(i32, 'IdentifierIndex'),
  NavAgentSelector: of(u32, 'PackedBits'),
  FontCharacter: mixed({
    StartU: i32,
    StartV: i32,
    USize: i32,
    VSize: i32,
    TextureIndex: byte,
    VerticalOffset: i32,
  }),
  Vector_NetQuantize: vector,
  Vector_NetQuantize10: vector,
  Vector_NetQuantize100: vector,
  Vector_NetQuantizeNormal: vector,
  Sphere: mixed({ Center: vector, W: coordinate }),
};

/** Ticks of 100 ns since the year 1. */
function date(ticks: bigint): string {
  return new Date(Number(ticks / TICKS_PER_MILLISECOND) - MILLISECONDS_BEFORE_1970).toISOString();
}
