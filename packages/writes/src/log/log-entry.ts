import type { Entry } from '@worldwire/journal';
import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { Access, FailureKind } from '@worldwire/server';
import type { Inverse } from './inverse.js';

/** The outcome of a write. `unsure`: it may have been done. */
export interface WriteOutcome {
  readonly outcome: 'done' | 'failed' | 'unsure';
  /** The part of the world that the write went to, where there are several. */
  readonly provenance?: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
  readonly answer?: JsonObject;
  readonly error?: { readonly kind: FailureKind; readonly message: string; readonly hint?: string };
  /** How to take back what was done. */
  readonly undo?: Inverse;
}

/** `command` of a journal entry. `events` has the outcome, `changes` the values before and after, `inverse` the undo. */
export interface Step {
  readonly step: 'intent' | 'outcome';
  readonly tool: string;
  readonly arguments: JsonValue;
  /** Of the call, where it is more than `write`. */
  readonly access?: Access;
  /** The revision of the intent, in an outcome. */
  readonly of?: number;
}

export function stepOf(entry: Entry): Step {
  return entry.command as Step;
}

export function outcomeIn(entry: Entry): WriteOutcome {
  const undo = entry.inverse !== null && { undo: entry.inverse };
  return { ...(entry.events as object), ...(entry.changes as object), ...undo } as WriteOutcome;
}

/** What a write came to that has no undo, as it was not done: "changed nothing: it failed". */
export function stateText(entry: Entry): string {
  if (outcomeIn(entry).outcome === 'unsure') return 'may not have been done';
  return changedNothing(entry)
    ? 'changed nothing: it failed'
    : 'failed, and left another value than it asked for';
}

/** The outcome of a write that failed before it changed a value. Values in it mean that something was changed. */
export function changedNothing(entry: Entry): boolean {
  if (stepOf(entry).step !== 'outcome') return false;
  const { outcome, before, after, undo } = outcomeIn(entry);
  return outcome === 'failed' && before === null && after === null && undo === undefined;
}

/** Whether something of the write is known to be in effect: it was done, or a failed one has left what can be taken back. */
export function hasEffect({ outcome, undo }: WriteOutcome): boolean {
  return outcome === 'done' || (undo !== undefined && 'steps' in undo && undo.steps.length > 0);
}
