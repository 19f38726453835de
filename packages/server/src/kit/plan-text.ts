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
  const [first = [], second] = pagesOf(effect, max);
  if (second === undefined) return first.join('\n');
  const named = orderedItems(effect).slice(0, first.length - headLines(effect).length);
  return [...first, notShown(leftOf(effect.totals, named))].join('\n');
}

/** All items of a plan in texts of at most `max` characters. The last one says what the plan itself does not name. */
export function planPages(effect: PlannedEffect, max = MAX_QUESTION): readonly string[] {
  return Array.from(pagesOf(effect, max), page => page.join('\n'));
}

/** The lines of each page. Lazy: a plan may have very many items, and a question shows the first page. */
function* pagesOf(effect: PlannedEffect, max: number): Generator<readonly string[]> {
  let page: string[] = [];
  let room = max + 1;
  for (const line of linesOf(effect)) {
    room -= line.length + 1;
    if (room < 0 && page.length > 0) {
      yield page;
      page = [];
      room = max - line.length;
    }
    page.push(line);
  }
  yield page;
}

function* linesOf(effect: PlannedEffect): Generator<string> {
  yield* headLines(effect);
  for (const item of orderedItems(effect)) yield itemLine(item);
  const unnamed = leftOf(effect.totals, effect.items);
  if (PLANNED_CHANGES.some(what => unnamed[what] > 0)) yield notShown(unnamed);
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

/** What the totals count beside these items. */
function leftOf(totals: PlannedTotals, items: readonly PlannedItem[]): PlannedTotals {
  const left = { ...totals };
  for (const { what } of items) left[what] = Math.max(0, left[what] - 1);
  return left;
}

function notShown(left: PlannedTotals): string {
  return `This is not all of the plan. Not shown here: ${totalsText(left)}.`;
}
