import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@worldwire/protocol';
import {
  countItems,
  PLANNED_CHANGES,
  type PlannedChange,
  type PlannedEffect,
  type PlannedItem,
} from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';

/** What a write would do. */
export interface Plan {
  readonly before: unknown;
  readonly after: unknown;
  /** Further fields of the answer, as far as they are known. */
  readonly more?: object;
  /** What the digest covers instead of before and after, if these have parts that change by themselves. */
  readonly covers?: unknown;
  /** All that changes, for the person who approves it. Left out if that is not known before the write. */
  readonly items?: readonly PlannedItem[];
  /** Whether a person must accept it. Default: by the number of things that are lost, and whether they can be brought back. */
  readonly isLarge?: boolean;
  /** Number of objects that go with a removal, and those of them that are known by name. */
  readonly below?: number;
  readonly namedBelow?: readonly PlannedItem[];
}

/** Things of one kind of change that a sentence names. More are counted. */
const MAX_NAMED = 3;
const MAX_SHORT = 80;

const VERBS: Readonly<Record<PlannedChange, string>> = {
  removes: 'deletes',
  overwrites: 'overwrites',
  changes: 'changes',
  adds: 'adds',
};

/** A value or a thing that a write changes, by what was there and what will be. Nothing if both are the same. */
export function changed(
  subject: string,
  before: unknown,
  after: unknown,
  what: PlannedChange = changeOf(before, after),
): readonly PlannedItem[] {
  const item = { what, subject, before: before as JsonValue, after: after as JsonValue };
  return isDeepStrictEqual(before, after) ? [] : [item];
}

/** A change that the subject says completely. */
export function whole(what: PlannedChange, subject: string): readonly PlannedItem[] {
  return [{ what, subject }];
}

/** All that the plan changes, for the person who approves it. */
export function effectOf(
  { items: known, below = 0, namedBelow = [], more }: Pick<Plan, 'items' | 'below' | 'namedBelow' | 'more'>,
  undo: string,
  { title, destructive }: { readonly title: string; readonly destructive?: boolean },
  args: object,
): PlannedEffect {
  const call = callText(title, args);
  // Nothing says that an unknown effect loses nothing.
  const items =
    known ??
    whole(destructive === true ? 'overwrites' : 'changes', `what ${call} changes, which is not known`);
  const counted = countItems(items);
  const { note } = (more ?? {}) as { readonly note?: string };
  const unnamed = below - namedBelow.length;
  const notes = [
    unnamed > 0 ? `${objects(unnamed)} below ${unnamed === 1 ? 'is' : 'are'} not named.` : '',
    note,
  ];
  const said = notes.filter(Boolean).join(' ');
  return {
    sentence: known === undefined ? `It is not known what ${call} changes.` : sentenceOf(items, below),
    items: [...items, ...namedBelow],
    totals: { ...counted, removes: counted.removes + below },
    undo,
    ...(said !== '' && { note: said }),
  };
}

/** The title of the tool, with the texts among its arguments. */
function callText(title: string, args: object): string {
  const texts = Object.entries(args)
    .filter(([, value]) => typeof value === 'string' && value !== '')
    .slice(0, MAX_NAMED)
    .map(([name, value]) => `${name} ${cutText(value, MAX_SHORT)}`);
  return texts.length === 0 ? title : `${title} (${texts.join(', ')})`;
}

function changeOf(before: unknown, after: unknown): PlannedChange {
  if (before === null) return 'adds';
  return after === null ? 'removes' : 'overwrites';
}

function sentenceOf(items: readonly PlannedItem[], below: number): string {
  const [first] = items;
  if (first === undefined) return 'Changes nothing.';
  if (items.length === 1 && first.what !== 'removes' && first.what !== 'adds') return valueSentence(first);
  const parts = PLANNED_CHANGES.flatMap(what => {
    const some = items.filter(item => item.what === what);
    if (some.length === 0) return [];
    const names = some.slice(0, MAX_NAMED).map(({ subject }) => subject);
    const others = some.length - names.length;
    const more = what === 'removes' && below > 0 ? [`${objects(below)} below it`] : [];
    return `${VERBS[what]} ${list([...names, ...(others > 0 ? [`${others} more`] : []), ...more])}`;
  });
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function valueSentence({ subject, before, after }: PlannedItem): string {
  if (before === undefined || after === undefined) return `Changes ${subject}.`;
  return `Changes ${subject} from ${short(before)} to ${short(after)}.`;
}

function short(value: JsonValue): string {
  return cutText(JSON.stringify(value), MAX_SHORT);
}

function objects(number: number): string {
  return number === 1 ? '1 object' : `${number} objects`;
}

function list(parts: readonly string[]): string {
  return parts.length <= 1 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
