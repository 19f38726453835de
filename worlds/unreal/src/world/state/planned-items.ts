import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@worldwire/protocol';
import type { PlannedChange, PlannedItem } from '@worldwire/server';
import type { WriteCall } from '../../port/write-plan.js';
import { subjectOf } from './undo-step.js';

/** What a call with these values before and after changes, by the whole values: the answer of a dry run may cut them. */
export function itemsOf(call: WriteCall, before: JsonValue, after: JsonValue): readonly PlannedItem[] {
  if (isDeepStrictEqual(before, after)) return [];
  return [{ what: changeOf(call, before, after), subject: subjectOf(call), before, after }];
}

/** The open level and the selection are places of the editor: another one loses nothing. */
function changeOf({ write }: WriteCall, before: JsonValue, after: JsonValue): PlannedChange {
  if (write === 'level.open' || write === 'selection.set') return 'changes';
  if (write === 'actor.destroy') return 'removes';
  if (write === 'property.write' || write === 'actor.transform') return 'overwrites';
  if (before === null) return 'adds';
  return after === null ? 'removes' : 'overwrites';
}
