import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { cutText, fitItems, jsonSize } from '@worldwire/server/kit';

const MAX_NAME = 1_000;
/** Characters of a value before or after a write in its answer. */
const MAX_SHOWN = 4_000;

/** The value, or the beginning of its JSON where that is longer than `max` characters. */
export function fitValue(value: JsonValue, max: number): JsonValue {
  if (typeof value === 'string') return cutText(value, max);
  return jsonSize(value) - 1 <= max ? value : cutText(JSON.stringify(value), max);
}

/** The values of a write as its answer shows them, with a note where they are cut. */
export function shownValues(values: { readonly before: JsonValue; readonly after: JsonValue }): JsonObject {
  const [before, after] = [fitValue(values.before, MAX_SHOWN), fitValue(values.after, MAX_SHOWN)];
  const isCut = before !== values.before || after !== values.after;
  const note = `Values of more than ${MAX_SHOWN} characters are cut here.`;
  return { before, after, ...(isCut && { note }) };
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
