import { PackageError } from '../bytes/package-error.js';
import { CUSTOM } from '../format/versions.js';
import type { Field } from './fixed-structs.js';
import { real, single } from './numbers.js';
import type { ValueScope } from './value-scope.js';

const COMPLETE_CHANNELS = 12;
const SHOWN_CURVES = 53;
const TIME_BYTES = 4;

/** The keys of one animated value: times and values as in memory, after their sizes. */
function channel(keyBytes: number, value: Field): Field {
  return scope => {
    const { cursor, layout } = scope;
    if (layout.custom(CUSTOM.sequencer) < COMPLETE_CHANNELS) throw otherForm(scope);
    const extrapolation = { PreInfinityExtrap: cursor.u8(), PostInfinityExtrap: cursor.u8() };
    const times = readPlain(scope, TIME_BYTES, () => cursor.i32());
    const values = readPlain(scope, keyBytes, () => readKey(scope, keyBytes, value));
    if (times.length !== values.length)
      throw cursor.malformed('A curve has different numbers of times and values.');
    const standard = value(scope);
    const hasDefault = cursor.flag();
    const tickResolution = { Numerator: cursor.i32(), Denominator: cursor.i32() };
    if (layout.custom(CUSTOM.fortniteMain) >= SHOWN_CURVES) cursor.flag();
    return {
      ...extrapolation,
      Keys: values.map((key, i) => ({ Time: times[i]!, ...key })),
      ...(hasDefault && { DefaultValue: standard }),
      TickResolution: tickResolution,
    };
  };
}

function readPlain<T>(scope: ValueScope, bytes: number, read: () => T): T[] {
  if (scope.cursor.i32() !== bytes) throw otherForm(scope);
  return scope.list(bytes, read);
}

function readKey(scope: ValueScope, bytes: number, value: Field) {
  const { cursor } = scope;
  const end = cursor.offset + bytes;
  const key = {
    Value: value(scope),
    ArriveTangent: single(cursor.f32()),
    LeaveTangent: single(cursor.f32()),
    ArriveTangentWeight: single(cursor.f32()),
    LeaveTangentWeight: single(cursor.f32()),
    TangentWeightMode: cursor.u8(),
  };
  cursor.skip(3);
  const modes = { InterpMode: cursor.u8(), TangentMode: cursor.u8() };
  cursor.seek(end);
  return { ...key, ...modes };
}

function otherForm({ cursor }: ValueScope): PackageError {
  return new PackageError('unsupported', 'The layout of a curve is unknown.', cursor.offset);
}

export const curveChannels: Readonly<Record<string, Field>> = {
  MovieSceneFloatChannel: channel(28, ({ cursor }) => single(cursor.f32())),
  MovieSceneDoubleChannel: channel(32, ({ cursor }) => real(cursor.f64())),
};
