import { EngineError } from '../../port/engine-error.js';
import type { SiblingPlace } from '../../port/operations.js';
import { setActive } from '../components/game-object-type.js';
import { construct } from '../model/blueprint.js';
import type { GameObject } from '../model/game-object.js';
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
      if (typeof name !== 'string') throw new EngineError('invalid', 'the object needs a name');
      const above = parent === undefined ? null : world.get(parent);
      return construct(world, { name, components }, above).describe();
    },

    'object.destroy': ({ id }) => ({ destroyed: world.destroy(world.get(id)) }),

    'object.activate': ({ id, active }) => {
      const object = world.get(id);
      if (typeof active !== 'boolean') throw new EngineError('invalid', 'active must be true or false');
      const before = object.activeSelf;
      setActive.implementation(object, [active]);
      return { before, after: object.activeSelf };
    },

    'object.reparent': ({ id, parent, name, index }) => {
      const object = world.get(id);
      const above = parent === null ? null : world.get(parent);
      if (name !== undefined && typeof name !== 'string')
        throw new EngineError('invalid', 'name must be a string');
      if (index !== undefined && !(Number.isSafeInteger(index) && index >= 0)) {
        throw new EngineError('invalid', `index is ${index}`, 'send a whole number, 0 or more');
      }
      const before = object.parent?.id ?? null;
      const placeBefore = placeOf(object);
      world.setParent(object, above);
      if (name !== undefined && name !== object.name) object.name = name;
      if (index !== undefined && above !== null) putAt(above.children, object, index);
      return {
        before,
        after: object.parent?.id ?? null,
        place: { before: placeBefore, after: placeOf(object) },
      };
    },
  };
}

/** Objects without a parent have no order. */
function placeOf(object: GameObject): SiblingPlace {
  const { name, parent } = object;
  return parent === null ? { name } : { name, index: [...parent.children].indexOf(object) };
}

/** A set keeps insertion order, so all later siblings are removed and added again. */
function putAt(siblings: Set<GameObject>, object: GameObject, index: number): void {
  siblings.delete(object);
  const behind = [...siblings].slice(index);
  for (const next of [object, ...behind]) {
    siblings.delete(next);
    siblings.add(next);
  }
}
