import { EngineError } from '../../port/engine-error.js';
import type { ObjectField, ObjectInfo } from '../../port/operations.js';
import type { GameObject } from '../model/game-object.js';
import { worldPosition } from '../model/placement.js';
import { shown } from '../params/check-params.js';
import { isPlace } from '../reflection/single.js';
import { boundsOf } from '../view/bounds.js';
import type { Eye } from '../view/eye.js';
import type { Motion } from '../view/motion.js';
import { plain } from '../view/plain.js';
import { visibilityOf } from '../view/visibility.js';

const FIELDS: readonly ObjectField[] = ['position', 'velocity', 'bounds', 'visibility', 'descendants'];

/** What the fields of an object are computed from. */
export interface FieldSources {
  readonly eye: Eye | undefined;
  readonly motions?: ReadonlyMap<GameObject, Motion>;
}

/** The fields that a caller names, or an error that lists them all. */
export function readFields(fields: unknown): ReadonlySet<ObjectField> {
  if (fields === undefined) return new Set();
  const list: readonly unknown[] = Array.isArray(fields) ? fields : [fields];
  for (const field of list) {
    if (FIELDS.includes(field as ObjectField)) continue;
    throw new EngineError('invalid', `${shown(field)} is not a field`, `send a list of ${FIELDS.join(', ')}`);
  }
  return new Set(list as ObjectField[]);
}

export function describeWith(
  object: GameObject,
  fields: ReadonlySet<ObjectField>,
  { eye, motions }: FieldSources,
): ObjectInfo {
  const info = object.describe();
  if (fields.size === 0) return info;
  const motion = motions?.get(object);
  const position = worldPosition(object.node);
  return {
    ...info,
    ...(fields.has('position') && isPlace(position) && { position: plain(position) }),
    ...(motion !== undefined && { velocity: plain(motion.velocity), angularSpeed: motion.angularSpeed }),
    ...(fields.has('bounds') && { bounds: boundsOf(object) }),
    ...(fields.has('visibility') && { visibility: visibilityOf(object, eye) }),
    ...(fields.has('descendants') && { descendants: descendantsOf(object) }),
  };
}

function descendantsOf(object: GameObject): number {
  let count = object.children.size;
  for (const child of object.children) count += descendantsOf(child);
  return count;
}
