import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@worldwire/protocol';
import { countItems, type PlannedChange, type PlannedEffect, type PlannedItem } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import type { WriteCall } from '../../port/write-plan.js';
import type { PlannedWrite } from './prepared-write.js';
import { subjectOf } from './undo-step.js';

const MAX_SHORT = 80;

/** What a call with these values before and after changes, by the whole values: the answer of a dry run may cut them. */
export function itemsOf(call: WriteCall, before: JsonValue, after: JsonValue): readonly PlannedItem[] {
  if (isDeepStrictEqual(before, after)) return [];
  return [{ what: changeOf(call, before, after), subject: subjectOf(call), before, after }];
}

/** The effect of a planned write, for the person who approves it. */
export function effectOf({ items, answer, question }: PlannedWrite): PlannedEffect {
  const { undo, note } = answer;
  const notes = [note, question].filter(text => typeof text === 'string');
  return {
    sentence: sentenceOf(items),
    items,
    totals: countItems(items),
    ...(typeof undo === 'string' && { undo }),
    ...(notes.length > 0 && { note: notes.join(' ') }),
  };
}

/** The open level and the selection are places of the editor: another one loses nothing. */
function changeOf({ write }: WriteCall, before: JsonValue, after: JsonValue): PlannedChange {
  if (write === 'level.open' || write === 'selection.set') return 'changes';
  if (write === 'actor.destroy') return 'removes';
  if (write === 'property.write' || write === 'actor.transform') return 'overwrites';
  if (before === null) return 'adds';
  return after === null ? 'removes' : 'overwrites';
}

function sentenceOf(items: readonly PlannedItem[]): string {
  const [first] = items;
  if (first === undefined) return 'Changes nothing.';
  if (items.length === 1) return oneSentence(first);
  const { removes, overwrites, changes, adds } = countItems(items);
  const parts = [
    [removes, 'deletes'],
    [overwrites, 'overwrites'],
    [changes, 'changes'],
    [adds, 'adds'],
  ] as const;
  const text = parts.flatMap(([number, verb]) => (number > 0 ? `${verb} ${number}` : [])).join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function oneSentence({ what, subject, before, after }: PlannedItem): string {
  switch (what) {
    case 'removes':
      return `Deletes ${subject}.`;
    case 'adds':
      return `Adds ${subject}.`;
    default:
      if (before === undefined || after === undefined) return `Changes ${subject}.`;
      return `Changes ${subject} from ${short(before)} to ${short(after)}.`;
  }
}

function short(value: JsonValue): string {
  return cutText(JSON.stringify(value), MAX_SHORT);
}
