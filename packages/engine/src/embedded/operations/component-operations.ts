import { EngineError } from '../../port/engine-error.js';
import type { ComponentInfo } from '../../port/operations.js';
import type { Component } from '../model/component.js';
import type { GameObject } from '../model/game-object.js';
import type { World } from '../model/world.js';
import { nearNames } from '../reflection/near-names.js';
import { checkFlags, type Handlers, pageOf } from './handlers.js';

const RECT_TRANSFORM = 'UnityEngine.RectTransform';

export function componentOperations(
  world: World,
): Handlers<'component.list' | 'component.add' | 'component.remove' | 'component.restore'> {
  return {
    'component.list': ({ object, ...paging }) => pageOf(world.get(object).components.map(describe), paging),

    'component.add': params => {
      checkFlags(params, 'dryRun');
      const object = world.get(params.object);
      const type = world.types.get(params.type);
      if (!params.dryRun) return described(world.attach(object, type));
      world.checkAttach(object, type);
      return { index: type.isA(RECT_TRANSFORM) ? 0 : object.components.length, type: type.name, summary: '' };
    },

    'component.remove': params => {
      checkFlags(params, 'dryRun');
      const { object, type, index, dryRun } = params;
      const component = chosen(world.get(object), type, index);
      const info = described(component);
      if (!dryRun) return { ...info, kept: world.detach(component) };
      world.checkDetach(component);
      return info;
    },

    'component.restore': ({ object, kept }) => described(world.restore(world.get(object), String(kept))),
  };
}

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

function chosen(object: GameObject, type: string | undefined, index: number | undefined): Component {
  if (index === undefined) {
    if (type === undefined) {
      const types = object.components.map(each => each.type.name).join(', ');
      throw new EngineError('invalid', 'the component needs a type or an index', `send one of ${types}`);
    }
    return componentOf(object, type);
  }
  const found = object.components[index];
  if (found === undefined) {
    throw new EngineError(
      'not-found',
      `${object.id} has no component ${index}`,
      `it has ${object.components.length}, counted from 0`,
    );
  }
  if (type !== undefined && !found.type.isA(type)) {
    const about = `component ${index} of ${object.id} is a ${found.type.name} and not a ${type}`;
    throw new EngineError('invalid', about, 'leave out the type or the index');
  }
  return found;
}

function described(component: Component): ComponentInfo {
  return describe(component, component.object.components.indexOf(component));
}

function describe(component: Component, index: number): ComponentInfo {
  return { index, type: component.type.name, summary: component.type.summary(component) };
}
