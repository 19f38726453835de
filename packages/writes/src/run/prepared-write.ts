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
  /** Asks the person in a form of the world's own, also a caller that expects the digest. Throws if the person declines. */
  readonly ask?: () => Promise<void>;
  /** What the digest covers. Default: the arguments, the values and the items. */
  readonly covers?: unknown;
  /** All that changes, for a person who approves it. Default: by the items. */
  readonly effect?: PlannedEffect;
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
  /** Whether the write needs its plan, as it may need a confirmation. Asked in its turn, where it is not known at once. */
  readonly needsPlan?: boolean | (() => Promise<boolean>);
  /** Runs after the intent is recorded. The plan is undefined where neither the caller nor the write needs it. */
  run(target: Target, plan: Plan | undefined): Promise<WriteResult>;
  /** What a run that failed has changed so far, if anything. Default: by the error. */
  left?(): LeftBehind;
}

/** What a write that failed has left. Nothing where the values are left out, and `isUnsure` is false. */
export interface LeftBehind {
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  readonly undo?: Inverse;
  /** Whether it may have changed something else. */
  readonly isUnsure: boolean;
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
}
