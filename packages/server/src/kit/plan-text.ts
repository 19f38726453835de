import { legible } from '../api/legible.js';
import {
  PLANNED_CHANGES,
  type PlannedChange,
  type PlannedEffect,
  type PlannedItem,
  type PlannedTotals,
} from '../api/planned-effect.js';

const MAX_SUBJECT = 300;
const MAX_VALUE = 200;
const MAX_SENTENCE = 1_000;
/** Characters of a plan in a question to a person. */
const MAX_QUESTION = 4_000;

const DONE: Readonly<Record<PlannedChange, string>> = {
  removes: 'removed',
  overwrites: 'overwritten',
  changes: 'changed',
  adds: 'added',
};

/**
 * One item of a plan on one line, with hidden characters escaped. `maxValue` limits each value.
 *
 *     itemLine({ what: 'removes', subject: 'Titan (titan, moon)' }); // "removes Titan (titan, moon)"
 */
export function itemLine({ what, subject, before, after }: PlannedItem, maxValue = MAX_VALUE): string {
  const head = `${what} ${legible(subject, MAX_SUBJECT)}`;
  if (before === undefined && after === undefined) return head;
  const [old, now] = [before, after].map(value => legible(JSON.stringify(value ?? null), maxValue));
  // What is removed or added as a whole is said by its name.
  if (what === 'removes' && (after ?? null) === null) return `${head}: ${old}`;
  return what === 'adds' && (before ?? null) === null ? `${head}: ${now}` : `${head}: ${old} -> ${now}`;
}

/** "8 removed, 2 overwritten", or "nothing". */
export function totalsText(totals: PlannedTotals): string {
  const said = PLANNED_CHANGES.filter(what => totals[what] > 0).map(what => `${totals[what]} ${DONE[what]}`);
  return said.length === 0 ? 'nothing' : said.join(', ');
}

/** A plan for a question to a person: the sentence, then what is removed, then the rest. Says what does not fit. */
export function planText(effect: PlannedEffect, max = MAX_QUESTION): string {
  const { sentence, totals, note } = effect;
  const lines = [legible(sentence, MAX_SENTENCE)];
  if (note !== undefined) lines.push(`Note: ${legible(note, MAX_SENTENCE)}`);
  let room = max - lines.join('\n').length;
  const ordered = PLANNED_CHANGES.flatMap(what => effect.items.filter(item => item.what === what));
  const left = { ...totals };
  for (const item of ordered) {
    const line = itemLine(item);
    room -= line.length + 1;
    if (room < 0) break;
    lines.push(line);
    left[item.what] = Math.max(0, left[item.what] - 1);
  }
  const isWhole = PLANNED_CHANGES.every(what => left[what] === 0);
  if (!isWhole) lines.push(`This is not all of the plan. Not shown here: ${totalsText(left)}.`);
  return lines.join('\n');
}
