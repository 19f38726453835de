import type { JsonValue } from '@worldwire/protocol';
import { isNear, membersAgree, ReadBackDiffers } from '@worldwire/server/kit';
import type { Rotator, Vector } from '../../port/operations.js';
import type { Provenance } from '../../port/unreal-source.js';
import { SOURCE_NAMES } from '../sources/source-errors.js';

/** Of sines and cosines, after a conversion to another form of rotation and back. */
const MAX_AXIS_ERROR = 1e-4;
const RADIANS = Math.PI / 180;

const LIMITED =
  'Something limits the value or sets it: read it with get_property or get_actor before you try again.';

/** The error for a write after which the source has another value than the one asked for. */
export function readBackDiffers(
  provenance: Provenance,
  asked: JsonValue,
  before: JsonValue,
  after: JsonValue,
): ReadBackDiffers {
  return new ReadBackDiffers(SOURCE_NAMES[provenance], { asked, before, after }, LIMITED);
}

/** Whether a value that was read back is the one asked for. Members that were not asked for do not count. */
export function sameValue(asked: JsonValue, found: JsonValue): boolean {
  if (isNothing(asked) && isNothing(found)) return true;
  if (typeof asked === 'number' && typeof found === 'number') return isNear(asked, found);
  if (typeof asked === 'string' && typeof found === 'string') return sameText(asked, found);
  if (Array.isArray(asked)) {
    return (
      Array.isArray(found) &&
      asked.length === found.length &&
      asked.every((item, index) => sameValue(item, found[index] as JsonValue))
    );
  }
  if (typeof asked !== 'object' || asked === null) {
    return String(asked).toLowerCase() === String(found).toLowerCase();
  }
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return false;
  return membersAgree(asked, found, (a, b) => sameValue(a as JsonValue, b as JsonValue));
}

export function sameVector(a: Vector, b: Vector): boolean {
  return isNear(a.x, b.x) && isNear(a.y, b.y) && isNear(a.z, b.z);
}

/** Whether two rotators are the same rotation: 370 degrees are 10, and a pitch past 90 is read back as another rotator. */
export function sameRotation(a: Rotator, b: Rotator): boolean {
  const [left, right] = [axes(a), axes(b)];
  return left.every((value, index) => Math.abs(value - (right[index] as number)) <= MAX_AXIS_ERROR);
}

/** An object reference may be read back with its class around it, and an enum value with its type before it. */
function sameText(asked: string, found: string): boolean {
  if (asked === found) return true;
  const [bareAsked, bareFound] = [bare(asked), bare(found)];
  if (bareAsked.startsWith('/')) return bareAsked.toLowerCase() === bareFound.toLowerCase();
  return bareAsked === bareFound;
}

function bare(text: string): string {
  return /^[\w./-]+'"?([^'"]+)"?'$/.exec(text)?.[1] ?? /^\w+::(\w+)$/.exec(text)?.[1] ?? text;
}

/** The spellings of "no object". */
function isNothing(value: JsonValue): boolean {
  return value === null || value === '' || value === 'None';
}

/** The forward and up vectors after the rotation. */
function axes({ pitch, yaw, roll }: Rotator): readonly number[] {
  const [sp, cp] = [Math.sin(pitch * RADIANS), Math.cos(pitch * RADIANS)];
  const [sy, cy] = [Math.sin(yaw * RADIANS), Math.cos(yaw * RADIANS)];
  const [sr, cr] = [Math.sin(roll * RADIANS), Math.cos(roll * RADIANS)];
  return [cp * cy, cp * sy, sp, -(cr * sp * cy + sr * sy), cy * sr - cr * sp * sy, cr * cp];
}
