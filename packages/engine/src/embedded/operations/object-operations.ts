import { EngineError } from '../../port/engine-error.js';
import type { ObjectFilter, ObjectInfo, Page, SiblingPlace } from '../../port/operations.js';
import { setActive } from '../components/game-object-type.js';
import { construct } from '../model/blueprint.js';
import type { FrameWaits } from '../model/frame-waits.js';
import type { GameObject } from '../model/game-object.js';
import type { World } from '../model/world.js';
import { checkFlags, pageBounds, pageOf, shown } from '../params/check-params.js';
import { Eye } from '../view/eye.js';
import type { Freecam } from '../view/freecam.js';
import { isMoving, MEASURED_FRAMES, MEASURED_SECONDS, type Motion, MotionSample } from '../view/motion.js';
import { coveredBy } from '../view/visibility.js';
import type { Handlers } from './handlers.js';
import { describeWith, readFields } from './object-fields.js';
import { queryOf } from './object-query.js';

export function objectOperations(
  world: World,
  freecam: Freecam,
  waits: FrameWaits,
): Handlers<
  'object.list' | 'object.get' | 'object.create' | 'object.destroy' | 'object.activate' | 'object.reparent'
> {
  const eye = () => (freecam.view === undefined ? undefined : new Eye(freecam.view));

  const measure = async (objects: readonly GameObject[]): Promise<Map<GameObject, Motion>> => {
    const sample = new MotionSample(objects, world.surroundings.clock);
    await waits.after(MEASURED_FRAMES, MEASURED_SECONDS);
    return sample.motions();
  };

  const list = (filter: ObjectFilter): Page<ObjectInfo> | Promise<Page<ObjectInfo>> => {
    const { limit, offset } = pageBounds(filter);
    const fields = readFields(filter.fields);
    const query = queryOf(world, filter, eye);
    const described = (objects: readonly GameObject[], motions?: ReadonlyMap<GameObject, Motion>) => {
      const sources = { eye: fields.has('visibility') ? eye() : undefined, ...(motions && { motions }) };
      return objects.filter(({ alive }) => alive).map(object => describeWith(object, fields, sources));
    };
    const { moving } = filter;
    if (moving !== undefined) {
      return measure(query.all()).then(motions => {
        const found = [...motions].flatMap(([object, motion]) =>
          isMoving(motion) === moving ? [object] : [],
        );
        const { total, items } = pageOf(found, { limit, offset });
        return { total, items: described(items, fields.has('velocity') ? motions : undefined) };
      });
    }
    const { total, items } = query.page(limit, offset);
    if (!fields.has('velocity')) return { total, items: described(items) };
    return measure(items).then(motions => ({ total, items: described(items, motions) }));
  };

  const describe = (object: GameObject, given: unknown): ObjectInfo | Promise<ObjectInfo> => {
    const fields = readFields(given);
    const finish = (motions?: ReadonlyMap<GameObject, Motion>): ObjectInfo => {
      const camera = fields.has('visibility') ? eye() : undefined;
      const info = describeWith(world.get(object.id), fields, { eye: camera, ...(motions && { motions }) });
      const front = info.visibility?.visible && camera !== undefined ? coveredBy(object, camera) : undefined;
      return front === undefined || info.visibility === undefined
        ? info
        : { ...info, visibility: { ...info.visibility, coveredBy: front } };
    };
    return fields.has('velocity') ? measure([object]).then(finish) : finish();
  };

  return {
    'object.list': list,

    'object.get': ({ id, fields }) => describe(world.get(id), fields),

    'object.create': ({ name, parent, components = [] }) => {
      if (typeof name !== 'string')
        throw new EngineError('invalid', `name is ${shown(name)}`, 'send the name of the new object');
      const above = parent === undefined ? null : world.get(parent);
      return construct(world, { name, components }, above).describe();
    },

    'object.destroy': params => {
      checkFlags(params, 'dryRun');
      const object = world.get(params.id);
      if (params.dryRun) return { destroyed: Array.from(object.family(), ({ id }) => id) };
      return { destroyed: world.destroy(object) };
    },

    'object.activate': params => {
      checkFlags(params, 'dryRun');
      const object = world.get(params.id);
      const { active, dryRun } = params;
      if (typeof active !== 'boolean')
        throw new EngineError('invalid', `active is ${shown(active)}`, 'send true or false');
      const before = object.activeSelf;
      if (dryRun) return { before, after: active };
      setActive.implementation(object, [active]);
      return { before, after: object.activeSelf };
    },

    'object.reparent': params => {
      checkFlags(params, 'dryRun');
      const { id, parent, name, index, dryRun } = params;
      const object = world.get(id);
      const above = parent === null ? null : world.get(parent);
      if (name !== undefined && typeof name !== 'string')
        throw new EngineError('invalid', `name is ${shown(name)}`, 'send text, or leave it out');
      if (index !== undefined && !(Number.isSafeInteger(index) && index >= 0)) {
        throw new EngineError('invalid', `index is ${shown(index)}`, 'send a whole number, 0 or more');
      }
      const before = object.parent?.id ?? null;
      const placeBefore = placeOf(object);
      world.checkParent(object, above);
      if (dryRun) {
        const place = { before: placeBefore, after: plannedPlace(object, above, name, index) };
        return { before, after: above?.id ?? null, place };
      }
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

/** The place that a move would lead to. */
function plannedPlace(
  object: GameObject,
  parent: GameObject | null,
  name = object.name,
  index?: number,
): SiblingPlace {
  if (parent === null) return { name };
  const stays = parent === object.parent;
  const last = parent.children.size - (stays ? 1 : 0);
  const same = stays ? (placeOf(object).index ?? last) : last;
  return { name, index: Math.min(index ?? same, last) };
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
