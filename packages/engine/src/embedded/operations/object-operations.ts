import { EngineError } from '../../engine-error.js';
import { setActive } from '../components/game-object-type.js';
import { construct } from '../model/blueprint.js';
import type { World } from '../model/world.js';
import type { Handlers } from './handlers.js';
import { listObjects } from './object-query.js';

export function objectOperations(
  world: World,
): Handlers<
  'object.list' | 'object.get' | 'object.create' | 'object.destroy' | 'object.activate' | 'object.reparent'
> {
  return {
    'object.list': filter => listObjects(world, filter),

    'object.get': ({ id }) => world.get(id).describe(),

    'object.create': ({ name, parent, components = [] }) => {
      if (typeof name !== 'string') throw new EngineError('invalid', 'an object needs a name');
      const above = parent === undefined ? null : world.get(parent);
      return construct(world, { name, components }, above).describe();
    },

    'object.destroy': ({ id }) => ({ destroyed: world.destroy(world.get(id)) }),

    'object.activate': ({ id, active }) => {
      const object = world.get(id);
      if (typeof active !== 'boolean') throw new EngineError('invalid', 'active is true or false');
      const before = object.activeSelf;
      setActive.implementation(object, [active]);
      return { before, after: object.activeSelf };
    },

    'object.reparent': ({ id, parent }) => {
      const object = world.get(id);
      const before = object.parent?.id ?? null;
      world.setParent(object, parent === null ? null : world.get(parent));
      return { before, after: object.parent?.id ?? null };
    },
  };
}
