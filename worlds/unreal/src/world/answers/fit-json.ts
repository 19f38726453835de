import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { cutText, resultBytesOf } from '@worldwire/server/kit';

const MAX_NAME = 1_000;
/** One of so many members or more gets at most this part of the room, so that others are shown, too. */
const SHARES = 4;

/** The name of what follows in a list or an object, as at the end of a text. */
const MORE = '…';
/** Bytes of an empty list or object in a result, and of the largest mark of what was left out of one. */
const EMPTY = resultBytesOf([]);
const MARK_BYTES = resultBytesOf({ [MORE]: '1000000000 more' });

export interface FittedJson<Value extends JsonValue = JsonValue> {
  readonly value: Value;
  /** Members of the value itself that are complete or cut. */
  readonly shown: number;
  /** Members that are cut inside, at any depth. */
  readonly cut: number;
  /** Of the value in a result, at most. */
  readonly bytes: number;
}

/**
 * As much of a value as fits into `max` bytes of a result. It is always whole JSON: lists and objects lose their last
 * members, and texts their end. Each part inside the value says what it lost: `{ "…": "3 more" }`. The caller says what the
 * value itself lost.
 */
export function fitJson<Value extends JsonValue>(value: Value, max: number): FittedJson<Value> {
  return fit(value, max, false);
}

function fit<Value extends JsonValue>(value: Value, max: number, isInside: boolean): FittedJson<Value> {
  const bytes = bytesUpTo(value, max);
  if (bytes <= max) return { value, shown: countOf(value), cut: 0, bytes };
  if (typeof value === 'string') {
    const text = cutToBytes(value, max);
    return { value: text as Value, shown: 0, cut: 1, bytes: resultBytesOf(text) };
  }
  if (typeof value !== 'object' || value === null)
    return { value, shown: 0, cut: 0, bytes: resultBytesOf(value) };
  const kept: [string, JsonValue][] = [];
  const limit = isInside ? max - MARK_BYTES : max;
  const share = limit / Math.min(SHARES, countOf(value));
  let [used, cut] = [EMPTY, 0];
  for (const [name, member] of entriesOf(value)) {
    const label = Array.isArray(value) ? '' : cutText(name, MAX_NAME);
    const named = Array.isArray(value) ? 2 : resultBytesOf(label) + 2;
    const room = Math.min(limit - used - named, share);
    const whole = bytesUpTo(member, Math.max(room, 0));
    // The last of the room is not filled with a small piece of a member.
    if (whole > room && room < Math.max(share / 2, MARK_BYTES + EMPTY)) break;
    const fitted = whole <= room ? { value: member, bytes: whole } : fit(member, room, true);
    if (used + named + fitted.bytes > limit) break;
    if (whole > room) cut++;
    used += named + fitted.bytes;
    kept.push([label, fitted.value]);
  }
  const shown = kept.length;
  const left = countOf(value) - shown;
  if (isInside && left > 0) {
    kept.push([MORE, Array.isArray(value) ? `${MORE} ${left} more` : `${left} more`]);
    used += MARK_BYTES;
  }
  const fitted = Array.isArray(value) ? kept.map(([, member]) => member) : Object.fromEntries(kept);
  return { value: fitted as Value, shown, cut, bytes: used };
}

/** The members from `start` on that fit, of a list, an object or a text. */
export function fitPart(
  value: JsonValue,
  start: number,
  max: number,
): FittedJson & { readonly total: number } {
  const total = countOf(value);
  if (typeof value === 'string') {
    const rest = value.slice(start);
    if (bytesUpTo(rest, max) <= max) return { value: rest, shown: rest.length, cut: 0, bytes: max, total };
    const text = cutToBytes(rest, max).slice(0, -1);
    return { value: text, shown: text.length, cut: 0, bytes: max, total };
  }
  if (start === 0) return { ...fitJson(value, max), total };
  const rest = Array.isArray(value)
    ? value.slice(start)
    : Object.fromEntries(Object.entries((value ?? {}) as JsonObject).slice(start));
  return { ...fitJson(rest, max), total };
}

/** The bytes of a value in a result, or more than `max` without measuring the rest. */
export function bytesUpTo(value: JsonValue | undefined, max: number): number {
  if (typeof value === 'string' && value.length > max) return Number.POSITIVE_INFINITY;
  if (typeof value !== 'object' || value === null) return resultBytesOf(value);
  let bytes = EMPTY;
  for (const [name, member] of entriesOf(value)) {
    bytes += bytesUpTo(member, max - bytes) + (Array.isArray(value) ? 2 : resultBytesOf(name));
    if (bytes > max) return Number.POSITIVE_INFINITY;
  }
  return bytes;
}

function countOf(value: JsonValue): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function entriesOf(value: object): Iterable<[string, JsonValue]> {
  return Object.entries(value) as [string, JsonValue][];
}

/** With an ellipsis at the end. Escapes make some texts larger than others of the same length. */
function cutToBytes(text: string, max: number): string {
  for (let length = Math.floor(max / 2); length > 1; length = Math.floor(length * 0.7)) {
    const short = cutText(text, length);
    if (resultBytesOf(short) <= max) return short;
  }
  return '…';
}
