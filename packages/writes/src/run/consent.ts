import { countItems, type PlannedItem } from '@worldwire/server';
import type { Inverse } from '../log/inverse.js';
import { sentenceOf } from './plan.js';

/** Things that a write removes or overwrites without a question. */
export const CONFIRM_ABOVE = 20;

/** The question of a write that loses much, or what cannot be brought back. Other writes need none. */
export function largeQuestion(items: readonly PlannedItem[], undo: Inverse): string | undefined {
  const { removes, overwrites } = countItems(items);
  const isFinal = 'none' in undo && removes + overwrites > 0;
  if (!isFinal && removes + overwrites <= CONFIRM_ABOVE) return undefined;
  return `${sentenceOf(items)} ${isFinal ? `It cannot be undone. ${undo.none}` : 'Undo is possible.'}`;
}
