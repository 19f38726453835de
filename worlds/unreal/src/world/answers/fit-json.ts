import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { cutText, resultBytesOf } from '@worldwire/server/kit';

const MAX_NAME = 1_000;
/** One member of a list that is too large gets at most this part of it, so that others are shown, too. */
const SHARE = 4;

/** Bytes of an empty list or object in a result. */
const EMPTY = resultBytesOf([]);

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
 * members, and texts their end.
 */
export function fitJson<Value extends JsonValue>(value: Value, max: number): FittedJson<Value> {
  const bytes = bytesUpTo(value, max);
  if (bytes <= max) return { value, shown: countOf(value), cut: 0, bytes };
  if (typeof value === 'string') {
    const text = cutToBytes(value, max);
    return { value: text as Value, shown: 0, cut: 1, bytes: resultBytesOf(text) };
  }
  if (typeof value !== 'object' || value === null)
    return { value, shown: 0, cut: 0, bytes: resultBytesOf(value) };
  const entries = entriesOf(value);
  const kept: [string, JsonValue][] = [];
  let [used, cut] = [EMPTY, 0];
  for (const [name, member] of entries) {
    const label = Array.isArray(value) ? '' : cutText(name, MAX_NAME);
    const named = Array.isArray(value) ? 2 : resultBytesOf(label) + 2;
    const room = Math.min(max - used - named, max / SHARE);
    const whole = bytesUpTo(member, Math.max(room, 0));
    // The last of the room is not filled with a small piece of a member.
    if (whole > room && room < max / SHARE) break;
    const fitted = whole <= room ? { value: member, bytes: whole } : fitJson(member, room);
    if (used + named + fitted.bytes > max) break;
    if (whole > room) cut++;
    used += named + fitted.bytes;
    kept.push([label, fitted.value]);
  }
  const fitted = Array.isArray(value) ? kept.map(([, member]) => member) : Object.fromEntries(kept);
  return { value: fitted as Value, shown: kept.length, cut, bytes: used };
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
