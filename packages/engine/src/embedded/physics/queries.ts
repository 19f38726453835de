import { Ray, type Vector3 } from 'three';
import { type Collider, collidersOf } from '../components/colliders.js';
import type { GameObject } from '../model/game-object.js';
import { worldMatrix } from '../model/placement.js';
import type { World } from '../model/world.js';
import { colliderHit, type WorldHit } from '../view/world-pick.js';
import { contact, type Shape, shapeOf } from './contact.js';

const COLLIDER = 'UnityEngine.Collider';

/** The first body between two places. */
export function firstHit(world: World, from: Vector3, to: Vector3): WorldHit | undefined {
  const ray = new Ray(from.clone(), to.clone().sub(from).normalize());
  let nearest: WorldHit | undefined;
  for (const [object, collider] of bodies(world)) {
    const hit = colliderHit(object, collider, worldMatrix(object.node), ray);
    if (hit !== undefined && hit.distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = hit;
  }
  return nearest !== undefined && nearest.distance <= from.distanceTo(to) ? nearest : undefined;
}

/** The objects with a body that overlaps a shape. */
export function overlapping(world: World, shape: Shape): GameObject[] {
  const found = new Set<GameObject>();
  for (const [object, collider] of bodies(world)) {
    if (!found.has(object) && contact(shapeOf(collider), shape) !== undefined) found.add(object);
  }
  return [...found];
}

/** Triggers are no bodies. */
function* bodies(world: World): Iterable<readonly [GameObject, Collider]> {
  for (const scene of world.visibleScenes()) {
    for (const object of scene.withType(COLLIDER).objects) {
      for (const collider of collidersOf(object)) yield [object, collider];
    }
  }
}
