import type { PlannedEffect, PlannedItem } from '../api/planned-effect.js';
import { itemLine, totalsText } from '../kit/plan-text.js';

/** Characters of all differences, which the audit keeps. The plan of the next call has all. */
const MAX_TEXT = 1_000;
const MAX_VALUE = 160;

/**
 * What differs between the plan that was approved and the one of the same call now, in words: each thing with its values before and
 * after the write.
 */
export function planChanges(then: PlannedEffect | undefined, now: PlannedEffect | undefined): string {
  const [old, items] = [byThing(then), byThing(now)];
  const things = [...new Set([...old.keys(), ...items.keys()])].filter(
    thing => JSON.stringify(old.get(thing)) !== JSON.stringify(items.get(thing)),
  );
  if (things.length === 0) return `What differs: ${countChanges(then, now)}.`;
  const named: string[] = [];
  let room = MAX_TEXT;
  for (const thing of things) {
    const text = differenceOf(old.get(thing), items.get(thing));
    room -= text.length;
    if (room < 0 && named.length > 0) break;
    named.push(text);
  }
  const left = things.length - named.length;
  return `What differs: ${named.join('; ')}.${left > 0 ? ` And ${left} more of ${things.length} differences.` : ''}`;
}

function differenceOf(then: PlannedItem | undefined, now: PlannedItem | undefined): string {
  if (now === undefined) return `no longer ${itemLine(then as PlannedItem, MAX_VALUE)}`;
  const text = itemLine(now, MAX_VALUE);
  if (then === undefined) return `also ${text}`;
  const before = itemLine(then, MAX_VALUE);
  return before === text ? `${text} (behind what is shown here)` : `${text}, and not ${before}`;
}

/** Of plans that list the same things. */
function countChanges(then: PlannedEffect | undefined, now: PlannedEffect | undefined): string {
  const [old, counts] = [then, now].map(effect => effect && totalsText(effect.totals));
  return old !== undefined && counts !== undefined && old !== counts
    ? `${counts}, and not ${old}`
    : 'a value or a state that the plan does not list';
}

/** Items by the thing that they change. Further items of one thing have numbers. */
function byThing(effect: PlannedEffect | undefined): ReadonlyMap<string, PlannedItem> {
  const found = new Map<string, PlannedItem>();
  const counts = new Map<string, number>();
  for (const item of effect?.items ?? []) {
    const count = counts.get(item.subject) ?? 0;
    counts.set(item.subject, count + 1);
    found.set(`${item.subject} ${count}`, item);
  }
  return found;
}
