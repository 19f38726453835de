import type { JsonValue } from '@worldwire/protocol';

/**
 * How a write changes one thing. `removes` and `overwrites` lose something that existed: a body, or a value. `changes` loses
 * nothing, such as a place in a list or the time of a simulation.
 */
export const PLANNED_CHANGES = ['removes', 'overwrites', 'changes', 'adds'] as const;
export type PlannedChange = (typeof PLANNED_CHANGES)[number];

/** One thing that a write would change. */
export interface PlannedItem {
  readonly what: PlannedChange;
  /** In words, with the name in the world: "Titan (titan, moon)". */
  readonly subject: string;
  /** Left out where it says no more than the subject. */
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/**
 * All that a write would change, for the person who approves it. `plan` of a tool returns it, because an answer to a client is cut.
 * Approvals show it; no client gets it.
 *
 *     plan: ({ id }) => ({ effect: { sentence: 'Removes the rose.', items, totals: countItems(items) }, digest })
 */
export interface PlannedEffect {
  /** What happens, in one sentence: "Removes Saturn and 7 moons." */
  readonly sentence: string;
  /** In any order: approvals show removals first, then what is overwritten. */
  readonly items: readonly PlannedItem[];
  /** How many things change, also those that `items` does not name. */
  readonly totals: PlannedTotals;
  /** The call that undoes it, or why there is none. */
  readonly undo?: string;
  /** What the plan does not know. */
  readonly note?: string;
}

export type PlannedTotals = Readonly<Record<PlannedChange, number>>;

/** The totals of items that are complete. */
export function countItems(items: readonly Pick<PlannedItem, 'what'>[]): PlannedTotals {
  const totals = { removes: 0, overwrites: 0, changes: 0, adds: 0 };
  for (const { what } of items) totals[what] += 1;
  return totals;
}

/** Whether the write removes or overwrites something that existed. */
export function losesSomething({ totals: { removes, overwrites } }: Pick<PlannedEffect, 'totals'>): boolean {
  return removes + overwrites > 0;
}

/** What a call would change, as `plan` of its tool returns it. */
export interface ToolPlan {
  readonly effect: PlannedEffect;
  /** Of what would change. The same call takes it as `expectDigest`. */
  readonly digest: string;
  /** The values in the answer of a dry run, which an approval shows beside the effect. They may be cut; the effect is complete. */
  readonly values?: { readonly before: JsonValue; readonly after: JsonValue };
}
