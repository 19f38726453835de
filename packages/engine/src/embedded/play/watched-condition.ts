import { isDeepStrictEqual } from 'node:util';
import type { Condition, ConditionState } from '../../port/conditions.js';
import { EngineError } from '../../port/engine-error.js';
import type { Value } from '../../port/value.js';
import { targetOf } from '../components/find-component.js';
import { gameObjectType } from '../components/game-object-type.js';
import type { GameObject } from '../model/game-object.js';
import type { World } from '../model/world.js';
import { readMember } from '../reflection/invoke.js';
import { WatchedPath } from './watched-path.js';

/** A condition that is compared in many frames. */
export class WatchedCondition {
  readonly #world: World;
  readonly #condition: Condition;
  readonly #path: WatchedPath | undefined;

  constructor(world: World, condition: Condition) {
    this.#world = world;
    this.#condition = condition;
    this.#path = condition.path === undefined ? undefined : new WatchedPath(world, condition.path);
  }

  /** Throws if the object exists and does not have the member, or if there is no object of the id. */
  requireMember(): void {
    const { object, type, name, part, is } = this.#condition;
    const found = object === undefined ? this.#path?.find() : this.#world.get(object);
    if (found === undefined || is === 'exists' || is === 'gone') return;
    const { target, reflected } = targetOf(this.#world, found.id, type as string);
    const { json } = readMember(reflected, target, name as string);
    if (part === undefined || (isRecord(json) && Object.hasOwn(json, part))) return;
    const about = `${reflected.name}.${name} has no part ${part}`;
    const parts = isRecord(json) ? Object.keys(json).join(', ') : '';
    throw new EngineError('not-found', about, parts === '' ? 'leave the part out' : `it has ${parts}`);
  }

  state(): ConditionState {
    const { object, is } = this.#condition;
    const found = object === undefined ? this.#path?.find() : this.#world.find(object);
    if (is === 'exists' || is === 'gone') return { holds: (found !== undefined) === (is === 'exists') };
    const value = found === undefined ? undefined : this.#read(found);
    if (value === undefined) return { holds: false };
    return { holds: compares(this.#partOf(value), this.#condition), value };
  }

  /** Undefined if the object does not have the member. */
  #read(object: GameObject): Value | undefined {
    const { type, name } = this.#condition as { type: string; name: string };
    const known = this.#world.types.find(type);
    const target = known === gameObjectType ? object : object.component(known?.name ?? type);
    const reflected = target === object ? gameObjectType : object.component(known?.name ?? type)?.type;
    const member = reflected?.members.get(name);
    return target === undefined ? undefined : member?.type.show(member.get(target));
  }

  #partOf({ json, text }: Value): unknown {
    const { part } = this.#condition;
    if (part === undefined) return json ?? text;
    return isRecord(json) ? json[part] : undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function compares(found: unknown, { is, value }: Condition): boolean {
  switch (is) {
    case '==':
      return isDeepStrictEqual(found, value);
    case '!=':
      return !isDeepStrictEqual(found, value);
    case 'contains':
      if (Array.isArray(found)) return found.some(each => isDeepStrictEqual(each, value));
      return typeof found === 'string' && found.includes(String(value));
    default:
      return isOrdered(found, value, is);
  }
}

function isOrdered(found: unknown, value: unknown, is: Condition['is']): boolean {
  if (typeof found !== typeof value || (typeof found !== 'number' && typeof found !== 'string')) return false;
  const [one, other] = [found, value as typeof found];
  if (is === '<') return one < other;
  if (is === '<=') return one <= other;
  return is === '>' ? one > other : one >= other;
}
