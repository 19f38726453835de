import { fitting, pageOf } from './result-budget.js';

/** Characters of one field that are shown of what is too long as a whole. */
const FIELD_CHARACTERS = 1_024;
/** Of a command that did much, so much of its events is shown, and no more of them are even looked at. */
const EVENTS_CHARACTERS = 8 * 1024;
const MAX_EVENTS = 1_000;

/** The same without its long fields: a list has its first members, anything else is gone, and `omitted` says so. */
export function brief(value: object): object {
  const kept: [string, unknown][] = [];
  const omitted: [string, string][] = [];
  for (const [name, field] of Object.entries(value)) {
    const { length } = JSON.stringify(field) ?? '';
    if (length <= FIELD_CHARACTERS) kept.push([name, field]);
    else if (!Array.isArray(field)) omitted.push([name, `${length} characters`]);
    else {
      const members = fitting(field, FIELD_CHARACTERS);
      kept.push([name, members]);
      omitted.push([name, `${field.length - members.length} more`]);
    }
  }
  if (omitted.length === 0) return value;
  return { ...Object.fromEntries(kept), omitted: Object.fromEntries(omitted) };
}

/** The first events without their long fields. Where some are left out, the last one says how many. */
export function shortenEvents(events: readonly object[]): readonly object[] {
  const shown = pageOf(events.slice(0, MAX_EVENTS).map(brief), EVENTS_CHARACTERS);
  const more = events.length - shown.length;
  return more === 0 ? shown : [...shown, { type: 'omitted', more }];
}
