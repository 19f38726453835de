import type { Comparison, Condition, Conditions } from '../../port/conditions.js';
import { EngineError } from '../../port/engine-error.js';
import type { World } from '../model/world.js';
import { shown } from '../params/check-params.js';
import { nearNames } from '../reflection/near-names.js';
import { WatchedCondition } from './watched-condition.js';

export const MAX_CONDITIONS = 16;
const COMPARISONS: readonly Comparison[] = ['==', '!=', '<', '<=', '>', '>=', 'contains', 'exists', 'gone'];
const ORDERED: readonly Comparison[] = ['<', '<=', '>', '>='];

/** Conditions that can be compared in every frame. Throws if one of them never can. */
export function readConditions(world: World, { conditions, any }: Conditions): readonly WatchedCondition[] {
  if (!Array.isArray(conditions) || conditions.length < 1 || conditions.length > MAX_CONDITIONS) {
    const about = Array.isArray(conditions)
      ? `there are ${conditions.length} conditions`
      : `conditions is ${shown(conditions)}`;
    throw new EngineError('invalid', about, `send a list of 1 to ${MAX_CONDITIONS} conditions`);
  }
  if (any !== undefined && typeof any !== 'boolean')
    throw new EngineError('invalid', `any is ${shown(any)}`, 'send true or false, or leave it out');
  return conditions.map(each => {
    const watched = new WatchedCondition(world, checked(each));
    watched.requireMember();
    return watched;
  });
}

function checked(condition: unknown): Condition {
  if (typeof condition !== 'object' || condition === null)
    throw new EngineError('invalid', `a condition is ${shown(condition)}`, 'send an object with path and is');
  const { object, path, type, name, part, is, value } = condition as Readonly<Record<string, unknown>>;
  if (!COMPARISONS.includes(is as Comparison)) {
    const near = typeof is === 'string' ? nearNames(is, COMPARISONS) : undefined;
    const hint = `send one of ${COMPARISONS.join(', ')}`;
    throw new EngineError(
      'invalid',
      `is is ${shown(is)}`,
      near === undefined ? hint : `did you mean ${near}? ${hint}`,
    );
  }
  if ((object === undefined) === (path === undefined))
    throw new EngineError(
      'invalid',
      'a condition has one of object and path',
      'send the id or the path of the object',
    );
  for (const [key, given] of Object.entries({ object, path, type, name, part })) {
    if (given !== undefined && typeof given !== 'string')
      throw new EngineError('invalid', `${key} of a condition is ${shown(given)}`, 'send text');
  }
  if (is === 'exists' || is === 'gone') return condition as Condition;
  if (type === undefined || name === undefined) {
    throw new EngineError(
      'invalid',
      `the comparison ${is} needs type and name`,
      'name the component and its member, or use exists or gone',
    );
  }
  if (value === undefined)
    throw new EngineError('invalid', `the comparison ${is} needs a value`, 'send the value to compare with');
  if (ORDERED.includes(is as Comparison) && typeof value !== 'number' && typeof value !== 'string')
    throw new EngineError(
      'invalid',
      `the comparison ${is} cannot use ${shown(value)}`,
      'send a number or text',
    );
  return condition as Condition;
}
