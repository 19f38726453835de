import { EngineError } from '../../port/engine-error.js';
import type { ComponentInfo } from '../../port/operations.js';
import { componentOf } from '../components/find-component.js';
import type { Component } from '../model/component.js';
import type { GameObject } from '../model/game-object.js';
import type { World } from '../model/world.js';
import { checkFlags, pageOf } from '../params/check-params.js';
import type { Handlers } from './handlers.js';

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
