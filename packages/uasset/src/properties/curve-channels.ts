import { PackageError } from '../bytes/package-error.js';
import type { PropertyValue } from '../format/package.js';
import { CUSTOM } from '../format/versions.js';
import { readBulk } from './bulk-structs.js';
import type { Field } from './fixed-structs.js';
import { real, single } from './numbers.js';
import type { ValueScope } from './value-scope.js';

const COMPLETE_CHANNELS = 12;
const SHOWN_CURVES = 53;
const TIME_BYTES = 4;
const FLOAT_KEY_BYTES = 28;
const DOUBLE_KEY_BYTES = 32;

const f32: Field = ({ cursor }) => single(cursor.f32());
const f64: Field = ({ cursor }) => real(cursor.f64());

/** The keys of one animated value: times and values as in memory, after their sizes. */
function channel(keyBytes: number, value: Field): Field {
  return scope => {
    const { cursor, layout } = scope;
    if (layout.custom(CUSTOM.sequencer) < COMPLETE_CHANNELS)
      throw new PackageError('unsupported', 'The layout of a curve is unknown.', cursor.offset);
    const extrapolation = { PreInfinityExtrap: cursor.u8(), PostInfinityExtrap: cursor.u8() };
    const times = readBulk(scope, TIME_BYTES, () => cursor.i32());
    const keys = readBulk(scope, keyBytes, at => readKey(scope, keyBytes, value, times[at]));
    if (times.length !== keys.length)
      throw cursor.malformed('A curve has different numbers of times and values.');
    const standard = value(scope);
    const hasDefault = cursor.flag();
    const tickResolution = { Numerator: cursor.i32(), Denominator: cursor.i32() };
    if (layout.custom(CUSTOM.fortniteMain) >= SHOWN_CURVES) cursor.flag();
    return {
      ...extrapolation,
      Keys: keys,
      ...(hasDefault && { DefaultValue: standard }),
      TickResolution: tickResolution,
    };
  };
}

/** A key as in memory. Weights are shown only where their mode uses them. */
function readKey(scope: ValueScope, bytes: number, value: Field, time: number | undefined): PropertyValue {
  const { cursor } = scope;
  const end = cursor.offset + bytes;
  const Value = value(scope);
  const ArriveTangent = single(cursor.f32());
  const LeaveTangent = single(cursor.f32());
  const arriveWeight = cursor.f32();
  const leaveWeight = cursor.f32();
  const TangentWeightMode = cursor.u8();
  cursor.skip(3);
  const InterpMode = cursor.u8();
  const TangentMode = cursor.u8();
  cursor.seek(end);
  const key = {
    Time: time ?? 0,
    Value,
    ArriveTangent,
    LeaveTangent,
    TangentWeightMode,
    InterpMode,
    TangentMode,
  };
  return TangentWeightMode === 0 ? key : { ...key, ...weights(arriveWeight, leaveWeight) };
}

function weights(arrive: number, leave: number) {
  return { ArriveTangentWeight: single(arrive), LeaveTangentWeight: single(leave) };
}

/** A key without its time. Before UE 4.23 its fields follow each other without gaps. */
function key(keyBytes: number, value: Field): Field {
  return scope => {
    const { cursor, layout } = scope;
    if (layout.custom(CUSTOM.sequencer) >= COMPLETE_CHANNELS)
      return readKey(scope, keyBytes, value, undefined);
    return {
      Value: value(scope),
      InterpMode: cursor.u8(),
      TangentMode: cursor.u8(),
      ArriveTangent: single(cursor.f32()),
      LeaveTangent: single(cursor.f32()),
      TangentWeightMode: cursor.u8(),
      ArriveTangentWeight: single(cursor.f32()),
      LeaveTangentWeight: single(cursor.f32()),
    };
  };
}

export const curveChannels: Readonly<Record<string, Field>> = {
  MovieSceneFloatChannel: channel(FLOAT_KEY_BYTES, f32),
  MovieSceneDoubleChannel: channel(DOUBLE_KEY_BYTES, f64),
  MovieSceneFloatValue: key(FLOAT_KEY_BYTES, f32),
  MovieSceneDoubleValue: key(DOUBLE_KEY_BYTES, f64),
};
