import assert from 'node:assert/strict';
import type { InputOutcome, InputStep } from '../port/input.js';
import type { Bench } from './engine-contract.js';

/** Of calls that take many frames. */
export const PLAY_DEADLINE = { deadline: 20_000 };

export function send(bench: Bench, ...steps: readonly InputStep[]): Promise<InputOutcome> {
  return bench.call('input.send', { steps }, PLAY_DEADLINE);
}

/** The pixel in the middle of an element of the interface. */
export async function middleOf(bench: Bench, id: string): Promise<{ x: number; y: number }> {
  const { bounds, path } = await bench.call('object.get', { id, fields: ['bounds'] });
  assert.ok(bounds, `${path} has no bounds`);
  const { min, max } = bounds;
  return { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
}
