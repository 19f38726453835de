import { cutText, fitItems } from '@worldwire/server/kit';

const MAX_FIELD_CHARACTERS = 1_024;
const MAX_EVENTS_CHARACTERS = 8 * 1024;
const MAX_EVENTS = 1_000;
/** Of the number of characters at the end of a cut value. */
const COUNT_CHARACTERS = 24;

/** Drops long fields and the end of long lists. `omitted` names them. */
export function shorten(value: object): object {
  const kept: [string, unknown][] = [];
  const omitted: [string, string][] = [];
  for (const [name, field] of Object.entries(value)) {
    const { length } = JSON.stringify(field) ?? '';
    if (length <= MAX_FIELD_CHARACTERS) kept.push([name, field]);
    else if (!Array.isArray(field)) omitted.push([name, `${length} characters`]);
    else {
      const members = fitItems(field, { max: MAX_FIELD_CHARACTERS });
      kept.push([name, members]);
      omitted.push([name, `${field.length - members.length} more`]);
    }
  }
  if (omitted.length === 0) return value;
  return { ...Object.fromEntries(kept), omitted: Object.fromEntries(omitted) };
}

/** The first events, shortened. The last one counts those left out. */
export function shortenEvents(events: readonly object[], max = MAX_EVENTS_CHARACTERS): readonly object[] {
  // The fast path: nearly every command has one short event.
  const [only] = events;
  if (only !== undefined && events.length === 1 && JSON.stringify(only).length <= MAX_FIELD_CHARACTERS)
    return events;
  const shown = fitItems(events.slice(0, MAX_EVENTS).map(shorten), { max, min: 1 });
  const more = events.length - shown.length;
  return more === 0 ? shown : [...shown, { type: 'omitted', more }];
}

/** A value, or the beginning of its JSON. */
export function shortValue(value: unknown, max: number): unknown {
  // The fast path: a character has at most six in JSON.
  if (typeof value === 'number' || value === null) return value;
  if (typeof value === 'string' && value.length * 6 + 2 <= max) return value;
  const json = JSON.stringify(value);
  return json === undefined || json.length <= max
    ? value
    : `${cutText(json, max - COUNT_CHARACTERS)} (${json.length} characters)`;
}
