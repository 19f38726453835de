import type { JsonValue } from '@worldwire/protocol';
import {
  PLANNED_CHANGES,
  type PlannedEffect,
  type PlannedItem,
  type PlannedTotals,
} from '../api/planned-effect.js';
import { cutText } from '../kit/cut-text.js';
import { jsonSize } from '../kit/fit-items.js';

/** Characters of all items of a plan that are kept while it waits: those of 100,000 things by their names. Totals count the rest. */
const MAX_EFFECT = 8 * 1024 * 1024;
const MAX_SUBJECT = 300;
/** Characters of a value as JSON. */
const MAX_VALUE = 2_000;
const MAX_TEXT = 1_000;

/** The effect as an approval keeps it: removals first, then what is overwritten, within a limit. Names come before values. */
export function keptEffect({ sentence, items, totals, undo, note }: PlannedEffect): PlannedEffect {
  // By kind instead of sorted: a world may give very many items.
  const ordered = PLANNED_CHANGES.flatMap(what => items.filter(item => item.what === what));
  const named: PlannedItem[] = [];
  let room = MAX_EFFECT;
  for (const { what, subject } of ordered) {
    const name = { what, subject: cutText(subject, MAX_SUBJECT) };
    room -= jsonSize(name);
    if (room < 0) break;
    named.push(name);
  }
  let [shortened, without] = [0, 0];
  const kept = named.map((name, index) => {
    const given = ordered[index] as PlannedItem;
    const { values, isCut } = keptValues(given);
    if (isCut || name.subject !== given.subject) shortened += 1;
    room -= jsonSize(values);
    if (room >= 0) return { ...name, ...values };
    without += 1;
    return name;
  });
  const said = [
    note,
    shortened > 0 ? `Values of ${shortened} items are too long and end with an ellipsis.` : undefined,
    without > 0 ? `The plan is too large for the values of its last ${without} items.` : undefined,
  ].filter(text => text !== undefined);
  return {
    sentence: cutText(sentence, MAX_TEXT),
    items: kept,
    totals: atLeast(totals, kept),
    ...(undo !== undefined && { undo: cutText(undo, MAX_TEXT) }),
    ...(said.length > 0 && { note: cutText(said.join(' '), MAX_TEXT) }),
  };
}

/** All things that change. */
export function totalOf({ removes, overwrites, changes, adds }: PlannedTotals): number {
  return removes + overwrites + changes + adds;
}

function keptValues({ before, after }: PlannedItem) {
  const [old, now] = [shortenedValue(before), shortenedValue(after)];
  const values = { ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) };
  return { values, isCut: old !== before || now !== after };
}

/** The value, or the beginning of its JSON. */
function shortenedValue(value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined) return undefined;
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined || text.length <= MAX_VALUE ? value : cutText(text, MAX_VALUE);
}

/** A world that counts less than it lists has counted wrongly. */
function atLeast(totals: PlannedTotals, items: readonly PlannedItem[]): PlannedTotals {
  const counted = { ...totals };
  for (const what of PLANNED_CHANGES)
    counted[what] = Math.max(counted[what], items.filter(item => item.what === what).length);
  return counted;
}
