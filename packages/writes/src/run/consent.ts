import { countItems, type PlannedItem } from '@worldwire/server';
import type { Inverse } from '../log/inverse.js';
import { sentenceOf } from './plan.js';

/** The default of `confirmAbove`. */
export const CONFIRM_ABOVE = 20;

/** The question of a write that loses much, or what cannot be brought back. Other writes need none. */
export function largeQuestion(
  items: readonly PlannedItem[],
  undo: Inverse,
  confirmAbove: number,
): string | undefined {
  const { removes, overwrites } = countItems(items);
  const isFinal = 'none' in undo && removes + overwrites > 0;
  if (!isFinal && removes + overwrites <= confirmAbove) return undefined;
  return `${sentenceOf(items)} ${isFinal ? `It cannot be undone. ${undo.none}` : 'Undo is possible.'}`;
}
