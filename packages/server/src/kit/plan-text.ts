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
  const [first = '', ...more] = planPages(effect, max);
  if (more.length === 0) return first;
  const left = { ...effect.totals };
  for (const { what } of orderedItems(effect).slice(0, itemsIn(first, effect)))
    left[what] = Math.max(0, left[what] - 1);
  return `${first}\nThis is not all of the plan. Not shown here: ${totalsText(left)}.`;
}

/** All items of a plan in texts of at most `max` characters. The last one says what the plan itself does not name. */
export function planPages(effect: PlannedEffect, max = MAX_QUESTION): readonly string[] {
  const lines = [...headLines(effect), ...orderedItems(effect).map(item => itemLine(item))];
  const unnamed = unnamedTotals(effect);
  if (PLANNED_CHANGES.some(what => unnamed[what] > 0))
    lines.push(`This is not all of the plan. Not shown here: ${totalsText(unnamed)}.`);
  const pages: string[][] = [];
  let room = 0;
  for (const line of lines) {
    room -= line.length + 1;
    if (room < 0) {
      pages.push([]);
      room = max - line.length;
    }
    pages.at(-1)?.push(line);
  }
  return pages.map(page => page.join('\n'));
}

function headLines({ sentence, note }: PlannedEffect): string[] {
  return [
    legible(sentence, MAX_SENTENCE),
    ...(note === undefined ? [] : [`Note: ${legible(note, MAX_SENTENCE)}`]),
  ];
}

function orderedItems({ items }: PlannedEffect): readonly PlannedItem[] {
  return PLANNED_CHANGES.flatMap(what => items.filter(item => item.what === what));
}

function itemsIn(page: string, effect: PlannedEffect): number {
  return page.split('\n').length - headLines(effect).length;
}

/** What the totals count and `items` does not name. */
function unnamedTotals({ items, totals }: PlannedEffect): PlannedTotals {
  const left = { ...totals };
  for (const { what } of items) left[what] = Math.max(0, left[what] - 1);
  return left;
}
