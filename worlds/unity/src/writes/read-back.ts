import { isDeepStrictEqual } from 'node:util';
import type { Value } from '@worldwire/engine';
import { WorldError } from '@worldwire/server';

/** Engines keep many numbers in half the digits that JSON has. */
const NEAR = 1e-6;

/** A write is not done because the engine took it, but because what was asked for is there. */
export function requireReadBack(
  what: string,
  agrees: boolean,
  values: { before: unknown; after: unknown },
): void {
  if (agrees) return;
  throw new WorldError(
    'Conflict',
    `${what} reads back as ${JSON.stringify(values.after)?.slice(0, 300)}, which is not what was asked for. Before it was ${JSON.stringify(values.before)?.slice(0, 300)}.`,
    'The scene limits the value, or sets it itself.',
    values,
  );
}

export function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= NEAR * Math.max(1, Math.abs(a), Math.abs(b));
}

/**
 * Whether a value is what somebody asked for. What the engine understood in another form than it shows (a colour by
 * its name, an enum by its number) cannot be compared, and the engine's word counts.
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
  if (typeof asked === 'number' && typeof found === 'number') {
    return near(asked, found);
  }
  if (typeof asked === 'string' && typeof found === 'string') {
    return asked === found || asked.toLowerCase() === found.toLowerCase();
  }
  if (typeof asked !== 'object' || asked === null || typeof found !== 'object' || found === null) {
    return typeof asked !== typeof found || isDeepStrictEqual(asked, found);
  }
  if (Array.isArray(asked)) {
    const parts = Object.values(found);
    return asked.length <= parts.length && asked.every((part, index) => same(part, parts[index]));
  }
  const parts = new Map(Object.entries(found).map(([name, part]) => [name.toLowerCase(), part]));
  return Object.entries(asked).every(([name, part]) => {
    return parts.has(name.toLowerCase()) && same(part, parts.get(name.toLowerCase()));
  });
}
