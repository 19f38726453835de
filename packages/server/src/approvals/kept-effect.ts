import type { JsonValue } from '@worldwire/protocol';
import {
  PLANNED_CHANGES,
  type PlannedEffect,
  type PlannedItem,
  type PlannedTotals,
} from '../api/planned-effect.js';
import { cutText } from '../kit/cut-text.js';
import { jsonSize } from '../kit/fit-items.js';

/** Characters of all items of a plan that are kept while it waits. Totals count the rest. */
const MAX_EFFECT = 256 * 1024;
const MAX_SUBJECT = 300;
/** Characters of a value as JSON. */
const MAX_VALUE = 2_000;
const MAX_TEXT = 1_000;

/** The effect as an approval keeps it: removals first, then what is overwritten, within a limit. */
export function keptEffect({ sentence, items, totals, undo, note }: PlannedEffect): PlannedEffect {
  // By kind instead of sorted: a world may give very many items.
  const ordered = PLANNED_CHANGES.flatMap(what => items.filter(item => item.what === what));
  const kept: PlannedItem[] = [];
  let room = MAX_EFFECT;
  let shortened = 0;
  for (const item of ordered) {
    const small = keptItem(item);
    room -= jsonSize(small.item);
    if (room < 0) break;
    kept.push(small.item);
    if (small.shortened) shortened += 1;
  }
  const cut =
    shortened === 0 ? undefined : `Values of ${shortened} items are too long and end with an ellipsis.`;
  const said = [note, cut].filter(text => text !== undefined).join(' ');
  return {
    sentence: cutText(sentence, MAX_TEXT),
    items: kept,
    totals: atLeast(totals, kept),
    ...(undo !== undefined && { undo: cutText(undo, MAX_TEXT) }),
    ...(said !== '' && { note: cutText(said, MAX_TEXT) }),
  };
}

/** All things that change. */
export function totalOf({ removes, overwrites, changes, adds }: PlannedTotals): number {
  return removes + overwrites + changes + adds;
}

function keptItem({ what, subject, before, after }: PlannedItem): { item: PlannedItem; shortened: boolean } {
  const [old, now] = [shortened(before), shortened(after)];
  const item = {
    what,
    subject: cutText(subject, MAX_SUBJECT),
    ...(old !== undefined && { before: old }),
    ...(now !== undefined && { after: now }),
  };
  return { item, shortened: old !== before || now !== after || subject.length > MAX_SUBJECT };
}

/** The value, or the beginning of its JSON. */
function shortened(value: JsonValue | undefined): JsonValue | undefined {
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
