import { countItems, type PlannedItem } from '@worldwire/server';
import type { Inverse } from '../log/inverse.js';
import { sentenceOf } from './plan.js';

/** The default of `confirmAbove`. */
export const CONFIRM_ABOVE = 20;

/** The end of the question of a write with an undo. */
export const UNDO_IS_POSSIBLE = 'Undo is possible.';

/** What decides whether a write needs a confirmation. */
export interface Loss {
  /** Things that the write removes or overwrites. */
  readonly losses: number;
  /** It cannot be undone. */
  readonly isFinal?: boolean;
  /** It takes back the newest write of its caller. */
  readonly undoesOwn?: boolean;
}

/** Whether a write needs the digest of its dry run, or the consent of the person at the client: one rule in all worlds. */
export function needsConfirmation(
  { losses, isFinal = false, undoesOwn = false }: Loss,
  confirmAbove: number,
): boolean {
  return !undoesOwn && losses > (isFinal ? 0 : confirmAbove);
}

/** The question of a write that needs a confirmation. Other writes have none. */
export function largeQuestion(
  items: readonly PlannedItem[],
  undo: Inverse,
  confirmAbove: number,
  undoesOwn = false,
): string | undefined {
  const { removes, overwrites } = countItems(items);
  const losses = removes + overwrites;
  if (!needsConfirmation({ losses, isFinal: 'none' in undo, undoesOwn }, confirmAbove)) return undefined;
  return `${sentenceOf(items)} ${'none' in undo ? `It cannot be undone. ${undo.none}` : UNDO_IS_POSSIBLE}`;
}
