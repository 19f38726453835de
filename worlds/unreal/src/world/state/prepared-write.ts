import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { PlannedEffect, PlannedItem } from '@worldwire/server';
import type { Provenance } from '../../port/unreal-source.js';
import type { Undo } from './undo-step.js';
import type { WriteTarget } from './write-target.js';

/** What a write would find and leave. */
export interface PlannedWrite {
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** What changes, for a person who approves it. */
  readonly items: readonly PlannedItem[];
  /** The answer of a dry run. */
  readonly answer: JsonObject;
  /** Asked before the write, unless the caller expects its digest. */
  readonly question?: string;
}

/** A validated call of a tool that writes. */
export interface PreparedWrite<Plan extends PlannedWrite = PlannedWrite> {
  /** Reads what the write would change. Changes nothing. */
  plan(target: WriteTarget): Promise<Plan>;
  /** Whether every write needs its plan, as it may need a confirmation. */
  readonly needsPlan?: boolean;
  /** Runs after the intent is recorded. The plan is undefined where neither the caller nor the write needs it. */
  run(target: WriteTarget, plan: Plan | undefined): Promise<WriteResult>;
}

export interface WriteResult {
  readonly answer: JsonObject;
  readonly before: JsonValue;
  readonly after: JsonValue;
  readonly undo: Undo;
  /** URIs of resources that may have changed. */
  readonly touched?: readonly string[];
}

export interface Receipt {
  readonly answer: JsonObject;
  /** Of the outcome in the journal, or the current one for a dry run. */
  readonly revision: number;
  readonly provenance: Provenance;
  /** Of a dry run. */
  readonly effect?: PlannedEffect;
}
