import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { cutText, fitItems, jsonSize } from '@worldwire/server/kit';

const MAX_NAME = 1_000;

/** The value, or the beginning of its JSON where that is longer than `max` characters. */
export function fitValue(value: JsonValue, max: number): JsonValue {
  if (typeof value === 'string') return cutText(value, max);
  return jsonSize(value) - 1 <= max ? value : cutText(JSON.stringify(value), max);
}

/**
 * The first members of an object that fit into `max` characters. A member that is too large by itself is kept with the
 * beginning of its value, and counts as missing.
 */
export function fitMembers(
  record: Readonly<Record<string, JsonValue>>,
  max: number,
): { readonly kept: JsonObject; readonly missing: number } {
  const entries = Object.entries(record);
  let cut = 0;
  const fitted = entries.map(([name, value]) => {
    const kept = fitValue(value, max / 4);
    if (kept !== value) cut++;
    return [cutText(name, MAX_NAME), kept] as const;
  });
  const kept = fitItems(fitted, { max });
  return { kept: Object.fromEntries(kept), missing: entries.length - kept.length + cut };
}
