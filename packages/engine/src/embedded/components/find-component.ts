import { EngineError } from '../../port/engine-error.js';
import type { Member } from '../../port/operations.js';
import type { Component } from '../model/component.js';
import type { GameObject } from '../model/game-object.js';
import type { World } from '../model/world.js';
import type { Target } from '../reflection/member.js';
import { nearNames } from '../reflection/near-names.js';
import type { ReflectedType } from '../reflection/reflected-type.js';
import { gameObjectType } from './game-object-type.js';

/** The component of a type, by its full or short name in any case; throws if there is none. */
export function componentOf(object: GameObject, type: string): Component {
  const known = object.world.types.find(type);
  const found = object.component(known?.name ?? type);
  if (found !== undefined) return found;
  const names = object.components.map(each => each.type.name);
  if (known !== undefined) {
    throw new EngineError('not-found', `${object.id} has no ${known.name}`, `it has ${names.join(', ')}`);
  }
  const near = nearNames(String(type), names);
  const hint = near === undefined ? `${object.id} has ${names.join(', ')}` : `did you mean ${near}?`;
  throw new EngineError('not-found', `there is no type ${type}`, hint);
}

/** The owner of a member: a component of the object, or the object itself. */
export function targetOf(
  world: World,
  object: Member['object'],
  type: Member['type'],
): { readonly target: Target; readonly reflected: ReflectedType } {
  const found = world.get(object);
  if (world.types.find(type) === gameObjectType) {
    return { target: found, reflected: gameObjectType };
  }
  const component = componentOf(found, type);
  return { target: component, reflected: component.type };
}
