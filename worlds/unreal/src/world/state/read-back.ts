import type { JsonValue } from '@worldwire/protocol';
import { WorldError } from '@worldwire/server';
import type { Rotator, Vector } from '../../port/operations.js';
import type { Provenance } from '../../port/unreal-source.js';
import { SOURCE_NAMES } from '../sources/source-errors.js';
import { cutText, shortValue } from './shortened.js';

/** Engines keep many numbers in half the digits that JSON has. */
const NEAR = 1e-6;
/** Up to here such a number is exact where it is whole. */
const MAX_EXACT = 2 ** 24;
/** Of sines and cosines, behind a conversion to another kind of rotation and back. */
const NEAR_TURN = 1e-4;
const MAX_SHOWN = 300;
const MAX_KEPT = 16_000;
const RADIANS = Math.PI / 180;

/** A write after which something else is there than was asked for. */
export class ReadBackMismatch extends WorldError {
  readonly before: JsonValue;
  readonly after: JsonValue;

  constructor(provenance: Provenance, asked: JsonValue, before: JsonValue, after: JsonValue, what = '') {
    const kept = `${SOURCE_NAMES[provenance]} kept ${shown(after)}${what}; asked was ${shown(asked)}.`;
    super(
      'Conflict',
      `${kept} Before it was ${shown(before)}.`,
      'It is limited, spelled otherwise or set by something else: look at what is there before you try again.',
    );
    this.before = shortValue(before, MAX_KEPT);
    this.after = shortValue(after, MAX_KEPT);
  }
}

/** Whether what is there is what was asked for. Members that were not asked for do not count. */
export function sameValue(asked: JsonValue, found: JsonValue): boolean {
  if (isNothing(asked) && isNothing(found)) return true;
  if (typeof asked === 'number' && typeof found === 'number') return near(asked, found);
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
  // Whether a member is "X" or "x" is the editor's choice.
  const members = new Map(Object.entries(found).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.entries(asked).every(([name, value]) => {
    const there = members.get(name.toLowerCase());
    return there !== undefined && sameValue(value, there);
  });
}

export function sameVector(a: Vector, b: Vector): boolean {
  return near(a.x, b.x) && near(a.y, b.y) && near(a.z, b.z);
}

/** Whether two spellings turn the same way: 370 degrees are 10, and a pitch past 90 comes back turned round. */
export function sameRotation(a: Rotator, b: Rotator): boolean {
  const [left, right] = [axes(a), axes(b)];
  return left.every((value, index) => Math.abs(value - (right[index] as number)) <= NEAR_TURN);
}

function near(a: number, b: number): boolean {
  const exact = Number.isInteger(a) && Number.isInteger(b) && Math.abs(a) <= MAX_EXACT;
  if (exact) return a === b;
  return Math.abs(a - b) <= NEAR * Math.max(1, Math.abs(a), Math.abs(b));
}

/** An object reference may come back with its class around it, and an enum with its type before it. */
function sameText(asked: string, found: string): boolean {
  if (asked === found) return true;
  const [bareAsked, bareFound] = [bare(asked), bare(found)];
  if (bareAsked.startsWith('/')) return bareAsked.toLowerCase() === bareFound.toLowerCase();
  return bareAsked === bareFound;
}

function bare(text: string): string {
  return /^[\w./-]+'"?([^'"]+)"?'$/.exec(text)?.[1] ?? /^\w+::(\w+)$/.exec(text)?.[1] ?? text;
}

/** How "no object" is spelled. */
function isNothing(value: JsonValue): boolean {
  return value === null || value === '' || value === 'None';
}

function shown(value: JsonValue): string {
  return cutText(JSON.stringify(value), MAX_SHOWN);
}

/** Where forward and up point after the turn. */
function axes({ pitch, yaw, roll }: Rotator): readonly number[] {
  const [sp, cp] = [Math.sin(pitch * RADIANS), Math.cos(pitch * RADIANS)];
  const [sy, cy] = [Math.sin(yaw * RADIANS), Math.cos(yaw * RADIANS)];
  const [sr, cr] = [Math.sin(roll * RADIANS), Math.cos(roll * RADIANS)];
  return [cp * cy, cp * sy, sp, -(cr * sp * cy + sr * sy), cy * sr - cr * sp * sy, cr * cp];
}
