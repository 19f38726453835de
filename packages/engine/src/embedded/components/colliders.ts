import { Vector3 } from 'three';
import { Component } from '../model/component.js';
import type { GameObject } from '../model/game-object.js';
import { field } from '../reflection/member.js';
import { boolean, single } from '../reflection/primitives.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import { vector3 } from '../reflection/vectors.js';
import { colliderType } from './base.js';

export class BoxCollider extends Component {
  center = new Vector3();
  size = new Vector3(1, 1, 1);
  isTrigger = false;
}

export class SphereCollider extends Component {
  center = new Vector3();
  radius = 0.5;
  isTrigger = false;
}

export type Collider = BoxCollider | SphereCollider;

export const boxColliderType = new ReflectedType({
  name: 'UnityEngine.BoxCollider',
  base: colliderType,
  component: BoxCollider,
  members: [
    field<BoxCollider, 'center'>('center', vector3),
    field<BoxCollider, 'size'>('size', vector3),
    field<BoxCollider, 'isTrigger'>('isTrigger', boolean),
  ],
  summary: self => vector3.show((self as BoxCollider).size).text,
});

export const sphereColliderType = new ReflectedType({
  name: 'UnityEngine.SphereCollider',
  base: colliderType,
  component: SphereCollider,
  members: [
    field<SphereCollider, 'center'>('center', vector3),
    field<SphereCollider, 'radius'>('radius', single),
    field<SphereCollider, 'isTrigger'>('isTrigger', boolean),
  ],
  summary: self => `radius ${(self as SphereCollider).radius}`,
});

/** The enabled colliders of an active object that bodies cannot pass. */
export function collidersOf(object: GameObject): Collider[] {
  return object.components.filter(
    (each): each is Collider =>
      (each instanceof BoxCollider || each instanceof SphereCollider) && each.running && !each.isTrigger,
  );
}
