import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { type PlannedWrite, shownValues, type WriteResult } from '@worldwire/writes';
import type { WriteCall, WritePlan } from '../../port/write-plan.js';
import { itemsOf } from '../state/planned-items.js';
import { stateAfter } from '../state/undo-state.js';
import { type Undo, undoOf } from '../state/undo-step.js';
import type { WriteTarget } from '../state/write-target.js';

/** The plan of one call to the source, with its notes. */
export interface SourcePlan extends PlannedWrite {
  readonly source: WritePlan;
}

/**
 * What a call would find and leave, as the source says. `answer` adds to the answer of a dry run. `found` is the state that an earlier part
 * of a batch leaves.
 */
export async function planOf(
  { call }: WriteTarget,
  write: WriteCall,
  answer: (plan: WritePlan) => JsonObject = () => ({}),
  found?: JsonValue,
): Promise<SourcePlan> {
  const planned = await call('write.plan', write);
  const source =
    found === undefined ? planned : { ...planned, before: found, after: stateAfter(write, found) };
  const { before, after, notes = [] } = source;
  const undo = undoPlanned(write, source);
  const { note, ...values } = shownValues({ before, after });
  const noted = [...(note === undefined ? [] : [note]), ...notes].join(' ');
  const shown = { ...values, ...undo, ...(noted !== '' && { note: noted }) };
  const items = itemsOf(write, before, after);
  const inverse = undoOf(write, { before, after }, source.classPath);
  return { source, before, after, items, answer: { ...shown, ...answer(source) }, undo: inverse };
}

/** A call whose effect is known only after it. `what` says what would be called. */
export async function unknownPlan(
  { call }: WriteTarget,
  write: WriteCall,
  what: string,
): Promise<PlannedWrite> {
  const { notes = [] } = await call('write.plan', write);
  const note = [`Would call ${what}. The effect cannot be predicted.`, ...notes].join(' ');
  const undo = undoOf(write, { before: null, after: null });
  const values = { before: null, after: null };
  // Nothing says that it loses nothing.
  const items = [{ what: 'overwrites', subject: `what ${what} changes, which is not known` }] as const;
  return {
    ...values,
    items,
    undo,
    answer: { ...values, effect: 'unknown', note, ...('none' in undo && { undo: undo.none }) },
  };
}

/** The result of a write with values before and after. */
export function changed(
  before: JsonValue,
  after: JsonValue,
  undo: Undo,
  touched: readonly string[],
): WriteResult {
  return { answer: shownValues({ before, after }), before, after, undo, touched };
}

/** Only where the write cannot be undone exactly: the answer says so before it happens. */
function undoPlanned(write: WriteCall, { before, after, classPath }: WritePlan): { readonly undo?: string } {
  // A spawned actor has its path only after the spawn.
  if (write.write === 'actor.spawn') return {};
  const undo = undoOf(write, { before, after }, classPath);
  if ('none' in undo) return { undo: undo.none };
  const lost = undo.steps.find(step => step.lost !== undefined)?.lost;
  return lost === undefined
    ? {}
    : {
        undo: `Not exactly: undo_write can only spawn an actor of the same class, label and transform. Lost: ${lost}.`,
      };
}

export function json(value: unknown): JsonValue {
  return value as JsonValue;
}
