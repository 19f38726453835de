import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { PlannedEffect, PlannedItem } from '@worldwire/server';
import type { Inverse } from '../log/inverse.js';

/** What a write changes, as the world reaches it. */
export interface WriteTarget {
  /** The part of the world, where there are several: the journal and the answer name it. */
  readonly provenance?: string;
}

/** What a write would find and leave. */
export interface PlannedWrite {
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** Everything that changes, for a person who approves it. */
  readonly items: readonly PlannedItem[];
  /** The answer of a dry run. */
  readonly answer: JsonObject;
  /** How to take it back, where that is known before. */
  readonly undo?: Inverse;
  /** Asked before the write, unless the caller expects its digest. */
  readonly question?: string;
}

/** A validated call of a tool that writes. */
export interface PreparedWrite<
  Target extends WriteTarget = WriteTarget,
  Plan extends PlannedWrite = PlannedWrite,
> {
  /** Throws if the call is not permitted now. Asked again after each wait. */
  permit?(): void | Promise<void>;
  /**
   * Reads what the write would change. Changes nothing. `found` is the value that an earlier part of a batch leaves: a plan with
   * another `before` means that the write cannot be planned on it.
   */
  plan(target: Target, found?: JsonValue): Promise<Plan>;
  /** Whether every write needs its plan, as it may need a confirmation. */
  readonly needsPlan?: boolean;
  /** Runs after the intent is recorded. The plan is undefined where neither the caller nor the write needs it. */
  run(target: Target, plan: Plan | undefined): Promise<WriteResult>;
}

export interface WriteResult {
  readonly answer: JsonObject;
  readonly before: JsonValue;
  readonly after: JsonValue;
  readonly undo: Inverse;
  /** URIs of resources that may have changed. */
  readonly touched?: readonly string[];
}

export interface Receipt {
  readonly answer: JsonObject;
  /** Of the outcome in the journal, or the current one for a dry run. */
  readonly revision: number;
  readonly provenance?: string | undefined;
  /** Of a dry run. */
  readonly effect?: PlannedEffect;
}
