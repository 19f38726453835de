import { fitItems } from '@worldwire/server/kit';
import { type EntityEffect, type NetEffect, netEffect } from '../domain/index.js';
import type { Sent } from '../service/sent.js';
import { shortValue } from './shorten.js';

/** More changes are counted, not followed: a model reads only the beginning. */
const MAX_FOLLOWED = 500;
const MAX_ENTITIES = 12;
/** Of more changes than are followed, examples are enough. */
const MAX_EXAMPLES = 2;
/** Characters of `before` and `after` together, and of one value. */
const MAX_CHARACTERS = 1_600;
const MAX_VALUE = 200;
const MAX_ALSO = 30;

export interface EffectSummary {
  readonly before: object;
  readonly after: object;
  /** Entities that are not in `before` and `after`, with their names. */
  readonly also?: readonly string[];
  /** The number of changes, if not all of them are shown. */
  readonly changeCount?: number;
}

/** The changed fields before and after a write, by entity: `stars/earth`. Shortened where they are long. */
export function effectSummary({ changes, inverse, beside }: Sent): EffectSummary {
  if (beside !== undefined) return { before: beside.before, after: beside.after };
  const effect = netEffect(changes, inverse, MAX_FOLLOWED);
  const { entities, time, replaced } = effect;
  const [only] = entities;
  // The fast path: nearly every command changes one entity or the time.
  if (entities.length <= 1 && effect.more === 0 && replaced === undefined) {
    const before: Record<string, unknown> = {};
    const after: Record<string, unknown> = {};
    if (only !== undefined) {
      const key = `${only.kind}/${only.id}`;
      before[key] = shortFields(only.before);
      after[key] = shortFields(only.after);
    }
    if (time !== undefined) {
      before.time = time.before;
      after.time = time.after;
    }
    return { before, after };
  }
  const pairs = effect.entities.map(entity => ({
    key: `${entity.kind}/${entity.id}`,
    before: shortFields(entity.before),
    after: shortFields(entity.after),
    entity,
  }));
  const large = effect.more > 0;
  const shown = fitItems(pairs.slice(0, large ? MAX_EXAMPLES : MAX_ENTITIES), {
    max: MAX_CHARACTERS,
    sizeOf: ({ before, after }) => JSON.stringify([before, after]).length,
    min: 1,
  });
  const rest = pairs.slice(shown.length);
  return {
    before: {
      ...Object.fromEntries(shown.map(({ key, before }) => [key, before])),
      ...besideEntities(effect, 'before'),
    },
    after: {
      ...Object.fromEntries(shown.map(({ key, after }) => [key, after])),
      ...besideEntities(effect, 'after'),
    },
    ...(rest.length > 0 && !large && { also: rest.slice(0, MAX_ALSO).map(({ entity }) => titled(entity)) }),
    ...((large || rest.length > MAX_ALSO || effect.replaced !== undefined) && {
      changeCount: changes.length,
    }),
  };
}

function besideEntities({ time, replaced }: NetEffect, side: 'before' | 'after'): object {
  return {
    ...(time !== undefined && { time: time[side] }),
    ...(replaced !== undefined && { state: replaced[side] }),
  };
}

/** `stars/earth (Earth)` */
function titled({ kind, id, before, after }: EntityEffect): string {
  const name = after?.name ?? before?.name;
  const verb = before === null ? '+' : after === null ? '-' : '';
  return `${verb}${kind}/${id}${typeof name === 'string' && name !== id ? ` (${name})` : ''}`;
}

function shortFields(fields: EntityEffect['before']): object | null {
  if (fields === null) return null;
  // The key has the id.
  const short: Record<string, unknown> = {};
  for (const name of Object.keys(fields))
    if (name !== 'id') short[name] = shortValue(fields[name], MAX_VALUE);
  return short;
}
