import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { PlannedChange, PlannedItem } from '@worldwire/server';
import type { WriteCall } from '../../port/write-plan.js';
import { isInside, objectOf, subjectOf, type UndoStep } from './undo-step.js';

/** What a call with these values before and after changes, by the whole values: the answer of a dry run may cut them. */
export function itemsOf(call: WriteCall, before: JsonValue, after: JsonValue): readonly PlannedItem[] {
  if (isDeepStrictEqual(before, after)) return [];
  return [{ what: changeOf(call, before, after), subject: subjectOf(call), before, after }];
}

/** A step of an undo, with the value that it finds and leaves. */
interface Step {
  readonly step: UndoStep;
  readonly now: JsonValue;
  readonly after: JsonValue;
}

/** What all steps together change, in their order: each value once, and nothing of an actor that they destroy or spawn. */
export function itemsOfAll(steps: readonly Step[]): readonly PlannedItem[] {
  let left: readonly Step[] = [];
  for (const each of steps) {
    const { call } = each.step;
    const object = objectOf(call);
    const spawn = left.find(({ step: { was } }) => was !== undefined && isInside(object, was));
    if (spawn !== undefined) {
      if (call.write === 'actor.destroy') left = left.filter(other => other !== spawn);
      continue;
    }
    if (call.write === 'actor.destroy')
      left = left.filter(({ step }) => !isInside(objectOf(step.call), object));
    const same = left.find(({ step }) => isSameValue(step.call, call));
    left =
      same === undefined ? [...left, each] : left.map(other => (other === same ? both(same, each) : other));
  }
  return left.flatMap(({ step: { call }, now, after }) => itemsOf(call, now, after));
}

function isSameValue(one: WriteCall, other: WriteCall): boolean {
  const isOne = one.write === other.write && objectOf(one) === objectOf(other);
  if (one.write === 'actor.spawn') return false;
  return isOne && subjectOf(one) === subjectOf(other);
}

/** From what the first step finds to what the second one leaves. Steps of a transform may have different parts of it. */
function both(first: Step, second: Step): Step {
  if (first.step.call.write !== 'actor.transform') return { ...first, after: second.after };
  return {
    ...first,
    now: { ...(second.now as JsonObject), ...(first.now as JsonObject) },
    after: { ...(first.after as JsonObject), ...(second.after as JsonObject) },
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
