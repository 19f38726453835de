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
/** Characters of a plan in one question to a person. */
const MAX_QUESTION = 4_000;
/** Questions about one plan. */
export const MAX_QUESTIONS = 10;

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

/**
 * The questions that show all of a plan, of which each must be accepted: after the title the sentence, unless the title has it, then what
 * is removed, then the rest, then `last`. A person is asked at most `MAX_QUESTIONS`.
 *
 *     planQuestions('Delete Saturn?', effect); // ["Delete Saturn?\nRemoves Saturn and 7 moons.\nremoves Saturn (saturn, planet)\n…"]
 */
export function planQuestions(title: string, effect: PlannedEffect, last = ''): readonly string[] {
  const shown = title.includes(effect.sentence) ? { ...effect, sentence: '' } : effect;
  const pages = Array.from(pagesOf(shown, MAX_QUESTION), page => page.join('\n'));
  const end = pages.pop() as string;
  const [first = '', ...more] = [...pages, last === '' ? end : `${end}\n${last}`];
  if (more.length === 0) return [`${title}\n${first}`.trimEnd()];
  const all = `of ${more.length + 1}: it runs when the last part is accepted`;
  return [
    `${title} Part 1 ${all}.\n${first}`,
    ...more.map((page, index) => `Part ${index + 2} ${all}.\n${page}`),
  ];
}

/** The lines of each page. */
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

function headLines({ sentence, note, undo }: PlannedEffect): string[] {
  return [
    ...(sentence === '' ? [] : [legible(sentence, MAX_SENTENCE)]),
    ...(undo === undefined ? [] : [`Undo: ${legible(undo, MAX_SENTENCE)}`]),
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
