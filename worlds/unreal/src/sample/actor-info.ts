import type { ActorInfo, Transform } from '../port/operations.js';
import { LABEL, LOCATION, ROTATION, SCALE } from './model/engine-classes.js';
import type { Actor } from './model/model-object.js';
import { rotatorOf, vectorOf } from './model/shapes.js';

export function describe(actor: Actor): ActorInfo {
  const { path, name } = actor;
  const label = labelOf(actor);
  return { path, name, ...(label !== name && { label }), class: actor.class.name, ...transformOf(actor) };
}

export function labelOf(actor: Actor): string {
  return actor.get(LABEL) as string;
}

export function transformOf(actor: Actor): Transform {
  return {
    location: vectorOf(actor.get(LOCATION)),
    rotation: rotatorOf(actor.get(ROTATION)),
    scale: vectorOf(actor.get(SCALE)),
  };
}
