import { EngineError } from '../../port/engine-error.js';
import type { ComponentInfo } from '../../port/operations.js';
import type { Component } from '../model/component.js';
import type { GameObject } from '../model/game-object.js';
import type { World } from '../model/world.js';
import { type Handlers, pageOf } from './handlers.js';

export function componentOperations(
  world: World,
): Handlers<'component.list' | 'component.add' | 'component.remove'> {
  return {
    'component.list': ({ object, ...paging }) => pageOf(world.get(object).components.map(describe), paging),

    'component.add': ({ object: id, type }) => {
      const object = world.get(id);
      return described(world.attach(object, world.types.get(type)));
    },

    'component.remove': ({ object: id, type, index }) => {
      const component = chosen(world.get(id), type, index);
      const info = described(component);
      world.detach(component);
      return info;
    },
  };
}

/** The component of a type; throws if there is none. */
export function componentOf(object: GameObject, type: string): Component {
  const found = object.component(type);
  if (found !== undefined) return found;
  throw new EngineError(
    'not-found',
    `${object.id} has no ${type}`,
    `it has ${object.components.map(each => each.type.name).join(', ')}`,
  );
}

function chosen(object: GameObject, type: string | undefined, index: number | undefined): Component {
  if (index === undefined) {
    if (type === undefined) throw new EngineError('invalid', 'the component needs a type or an index');
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
    throw new EngineError('invalid', `component ${index} of ${object.id} is a ${found.type.name}`);
  }
  return found;
}

function described(component: Component): ComponentInfo {
  return describe(component, component.object.components.indexOf(component));
}

function describe(component: Component, index: number): ComponentInfo {
  return { index, type: component.type.name, summary: component.type.summary(component) };
}
