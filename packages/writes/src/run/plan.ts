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
import type { PlannedWrite } from './prepared-write.js';

/** Of a write with an undo. */
export const POSSIBLE = 'Possible: the answer of the write has the call.';
const MAX_SHORT = 80;
const VERBS: Readonly<Record<PlannedChange, string>> = {
  removes: 'deletes',
  overwrites: 'overwrites',
  changes: 'changes',
  adds: 'adds',
};

/** The item of one value that a write finds and leaves. Null means that it does not exist. */
export function itemsOf(subject: string, before: JsonValue, after: JsonValue): readonly PlannedItem[] {
  if (isDeepStrictEqual(before, after)) return [];
  return [
    { what: before === null ? 'adds' : after === null ? 'removes' : 'overwrites', subject, before, after },
  ];
}

/** The effect of a planned write, for the person who approves it. The note has `question`, if that is not asked beside it. */
export function effectOf({ items, answer, undo: inverse }: PlannedWrite, question?: string): PlannedEffect {
  const isPossible = inverse !== undefined && 'steps' in inverse;
  const { undo = isPossible ? POSSIBLE : undefined, note } = answer;
  const notes = [note, question].filter(text => typeof text === 'string');
  return {
    sentence: sentenceOf(items),
    items,
    totals: countItems(items),
    ...(typeof undo === 'string' && { undo }),
    ...(notes.length > 0 && { note: notes.join(' ') }),
  };
}

/** "Deletes the actor Lamp.", "Deletes 2, adds 1." */
export function sentenceOf(items: readonly PlannedItem[]): string {
  const [first] = items;
  if (first === undefined) return 'Changes nothing.';
  if (items.length === 1) return oneSentence(first);
  const totals = countItems(items);
  const parts = PLANNED_CHANGES.flatMap(what => (totals[what] > 0 ? `${VERBS[what]} ${totals[what]}` : []));
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function oneSentence({ what, subject, before, after }: PlannedItem): string {
  if (what === 'removes') return `Deletes ${subject}.`;
  if (what === 'adds') return `Adds ${subject}.`;
  if (before === undefined || after === undefined) return `Changes ${subject}.`;
  return `Changes ${subject} from ${short(before)} to ${short(after)}.`;
}

function short(value: JsonValue): string {
  return cutText(JSON.stringify(value), MAX_SHORT);
}
