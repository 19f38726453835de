import { EngineError } from '../../port/engine-error.js';
import type { Paging } from '../../port/operations.js';
import type { Vector3 } from '../../port/value.js';
import { isSingle, SINGLES } from '../reflection/single.js';

const LIMIT = 50;
const MAX_SHOWN = 80;

export function pageBounds({ limit = LIMIT, offset = 0 }: Paging): {
  readonly limit: number;
  readonly offset: number;
} {
  for (const [name, value] of Object.entries({ limit, offset })) {
    if (!Number.isInteger(value) || value < 0) {
      throw new EngineError(
        'invalid',
        `${name} is ${shown(value)} and must be a whole number`,
        'send 0 or more',
      );
    }
  }
  return { limit, offset };
}

export function pageOf<Item>(items: readonly Item[], paging: Paging): { total: number; items: Item[] } {
  const { limit, offset } = pageBounds(paging);
  return { total: items.length, items: items.slice(offset, offset + limit) };
}

/** Refuses a parameter that is given and is not true or false. */
export function checkFlags<Params extends object>(
  params: Params,
  ...names: readonly (keyof Params & string)[]
): void {
  for (const name of names) {
    const value: unknown = params[name];
    if (value === undefined || typeof value === 'boolean') continue;
    throw new EngineError('invalid', `${name} is ${shown(value)}`, 'send true or false, or leave it out');
  }
}

/** Refuses a parameter that is given and is not text. */
export function checkTexts<Params extends object>(
  params: Params,
  ...names: readonly (keyof Params & string)[]
): void {
  for (const name of names) {
    const value: unknown = params[name];
    if (value === undefined || typeof value === 'string') continue;
    throw new EngineError('invalid', `${name} is ${shown(value)}`, 'send text, or leave it out');
  }
}

/** Refuses what is not a vector. */
export function requireVector(name: string, vector: unknown): void {
  const { x, y, z } = (vector ?? {}) as Partial<Vector3>;
  if ([x, y, z].every(isSingle)) return;
  throw new EngineError('invalid', `${name} must be a vector`, `send {x, y, z}, each ${SINGLES}`);
}

/** A value of a caller in an error. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 3)}...` : text;
}
