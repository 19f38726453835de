import type { Field } from './fixed-structs.js';
import { single } from './numbers.js';
import type { ValueScope } from './value-scope.js';

/** A default and, in editor packages, the values of platforms or quality levels that differ. */
function differing(value: Field, key: Field): Field {
  return scope => {
    const cooked = scope.cursor.flag();
    const standard = value(scope);
    if (cooked) return { Default: standard };
    const others = scope.list(8, () => ({ key: key(scope), value: value(scope) }));
    return others.length === 0 ? { Default: standard } : { Default: standard, Others: others };
  };
}

const name = ({ cursor }: ValueScope) => cursor.name();
const i32 = ({ cursor }: ValueScope) => cursor.i32();
const f32 = ({ cursor }: ValueScope) => single(cursor.f32());
const truth = ({ cursor }: ValueScope) => cursor.flag();
const frameRate = ({ cursor }: ValueScope) => ({ Numerator: cursor.i32(), Denominator: cursor.i32() });

export const perPlatform: Readonly<Record<string, Field>> = {
  PerPlatformBool: differing(truth, name),
  PerPlatformFloat: differing(f32, name),
  PerPlatformInt: differing(i32, name),
  PerPlatformFrameRate: differing(frameRate, name),
  PerQualityLevelInt: differing(i32, i32),
  PerQualityLevelFloat: differing(f32, i32),
};
