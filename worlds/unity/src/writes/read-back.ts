import { isDeepStrictEqual } from 'node:util';
import type { Value } from '@worldwire/engine';
import { isNear, membersAgree, type ReadBack, ReadBackDiffers } from '@worldwire/server/kit';

/** A write has succeeded only if the scene then has the value that was asked for. */
export function requireReadBack(what: string, agrees: boolean, values: ReadBack): void {
  if (agrees) return;
  const { before, after } = values;
  throw new ReadBackDiffers(`For ${what} the scene`, values, undefined, { before, after });
}

/**
 * Whether the scene has the value that was asked for. A value in another form than the scene shows it (a colour by its name, an enum by its
 * number) cannot be compared and counts as equal.
 */
export function agrees(asked: unknown, { type, json, ref }: Omit<Value, 'text'>): boolean {
  if (ref !== undefined) return asked === ref || isDeepStrictEqual(asked, { ref });
  if (asked === null) return json === null || json === undefined;
  if (json === null) return false;
  if (type === 'System.String') return json === undefined || asked === json;
  return json === undefined || same(asked, json);
}

function same(asked: unknown, found: unknown): boolean {
  if (found === null) return asked === null;
  if (typeof asked === 'number' && typeof found === 'number') return isNear(asked, found);
  if (typeof asked === 'string' && typeof found === 'string') {
    return asked.toLowerCase() === found.toLowerCase();
  }
  if (typeof asked !== 'object' || asked === null || typeof found !== 'object' || found === null) {
    return typeof asked !== typeof found || isDeepStrictEqual(asked, found);
  }
  if (!Array.isArray(asked)) return membersAgree(asked, found, same);
  const parts = Object.values(found);
  return asked.length <= parts.length && asked.every((part, index) => same(part, parts[index]));
}
