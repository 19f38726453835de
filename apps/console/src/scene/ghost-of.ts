import type { Status } from './cards.js';
import { axesOf, type Placed, type Triple } from './placed.js';
import type { Ghost } from './stage-canvas.js';

/** Where an approval would put an object: its plan has a position before and after. `undefined` if it moves nothing. */
export function ghostOf(
  plan: { readonly before: unknown; readonly after: unknown },
  objects: ReadonlyMap<string, Placed>,
  status: Pick<Status, 'UnityVersion'> | undefined,
): Ghost | undefined {
  const [before, after] = [pointIn(plan.before), pointIn(plan.after)];
  if (before === undefined || after === undefined) return undefined;
  const { z } = axesOf(status?.UnityVersion ?? '');
  const [from, to]: [Triple, Triple] = [
    [before[0], before[1], before[2] * z],
    [after[0], after[1], after[2] * z],
  ];
  return { from, to, size: sizeAt(from, objects) };
}

/** Plans of SetMember have `{ type, valueText, valueJson }`. */
function pointIn(value: unknown): Triple | undefined {
  const json = (value as { valueJson?: unknown } | null)?.valueJson ?? value;
  const { x, y, z } = (json ?? {}) as Record<string, unknown>;
  return [x, y, z].every(part => typeof part === 'number') ? ([x, y, z] as unknown as Triple) : undefined;
}

/** The size of the object that is there now. */
function sizeAt(point: Triple, objects: ReadonlyMap<string, Placed>): Triple {
  for (const { position, scale } of objects.values())
    if (position.every((value, axis) => Math.abs(value - point[axis]!) < 0.01)) return scale;
  return [1, 1, 1];
}
